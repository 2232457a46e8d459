"""Small invented files in the shapes in which benchmarks are published."""

from typing import Any


def locomo() -> list[dict[str, Any]]:
    """Evidence is written in the several ways in which the file writes it."""
    return [
        {
            "sample_id": "conv-1",
            "conversation": {
                "speaker_a": "Ada",
                "speaker_b": "Ben",
                "session_2_date_time": "12:09 am on 13 September, 2023",
                "session_2": [{"speaker": "Ben", "dia_id": "D2:1", "text": "The kiln cracked."}],
                "session_1_date_time": "1:56 pm on 8 May, 2023",
                "session_1": [
                    {"speaker": "Ada", "dia_id": "D1:1", "text": "I threw a blue vase."},
                    {
                        "speaker": "Ben",
                        "dia_id": "D1:2",
                        "text": "Look!",
                        "blip_caption": "a photo of a kiln",
                        "img_url": ["https://example.org/kiln.jpg"],
                        "query": "kiln",
                    },
                ],
                "session_3_date_time": "1:00 pm on 1 October, 2023",
                "session_3": [],
            },
            "qa": [
                {"question": "What was thrown?", "answer": "it", "evidence": ["D1:1"], "category": 4},
                {"question": "And the kiln?", "answer": "it", "evidence": ["D1:2; D2:1"], "category": 1},
                {"question": "When?", "answer": "then", "evidence": ["D:2:01", "D"], "category": 2},
                {"question": "Why?", "answer": "so", "evidence": ["D9:9"], "category": 3},
                {"question": "Who sank?", "adversarial_answer": "no", "evidence": ["D1:1"], "category": 5},
            ],
        }
    ]  # fmt: skip


def realtalk() -> dict[str, Any]:
    """Messages bear their own times."""
    return {
        "name": {"speaker_1": "Uma", "speaker_2": "Vic"},
        "session_1": [
            {"clean_text": "Rain again", "speaker": "Uma", "date_time": "29.12.2023, 00:51:12",
             "dia_id": "D1:1"},
            {"clean_text": "I ran", "speaker": "Vic", "date_time": "29.12.2023, 01:06:31",
             "dia_id": "D1:4", "blip_caption": "a wet street"},
        ],
        "session_1_date_time": "29.12.2023, 00:51:12",
        "events_session_1": {"agent_a": [], "agent_b": []},
        "qa": [{"question": "When did Vic run?", "answer": "then", "evidence": ["D1:4"], "category": 2}],
    }  # fmt: skip


def realmem() -> dict[str, Any]:
    """A memory that names its turn, one taken from the first turn, and one that is unknown."""
    tent = "User needs a tent for three."
    return {
        "_metadata": {"person_name": "Pat_Doe", "total_sessions": 2},
        "dialogues": [
            {
                "session_identifier": "Camping_1:S1_01",
                "session_uuid": "aa11",
                "current_time": "2025-12-19 (Friday)",
                "dialogue_turns": [
                    {"speaker": "User", "is_query": False, "content": "Hello", "query_id": None},
                    {"speaker": "Assistant", "is_query": False, "content": "Hi", "query_id": None},
                    {"speaker": "User", "is_query": False, "content": "A tent for three, please."},
                ],
                "extracted_memory": [
                    {"type": "Dynamic", "content": tent, "source_turn": 3,
                     "source_content_snapshot": "A tent for three, please."},
                    {"type": "Dynamic", "content": "User greets.", "source_turn": 0,
                     "source_content_snapshot": "Hello"},
                    {"type": "Dynamic", "content": "Assistant greets.", "source_turn": 2,
                     "source_content_snapshot": "Hi there"},
                ],
            },
            {
                "session_identifier": "Camping_1:S2_01",
                "session_uuid": "bb22",
                "current_time": "2025-12-22 (Monday)",
                "dialogue_turns": [
                    {"speaker": "User", "is_query": True, "content": "Which tent was it?",
                     "query_id": "Q-1", "category_name": "Dynamic Updating"},
                    {"speaker": "Assistant", "is_query": False, "content": "For three.",
                     "memory_used": [
                         {"session_uuid": "aa11", "content": tent},
                         {"session_uuid": "aa11", "content": "User greets."},
                         {"session_uuid": "aa11", "content": "Assistant greets."},
                         {"session_uuid": "aa11", "content": "Nobody wrote this down."}]},
                    {"speaker": "User", "is_query": True, "content": "And now?", "query_id": "Q-2"},
                    {"speaker": "Assistant", "is_query": False, "content": "Nothing used."},
                ],
                "extracted_memory": [],
            },
        ],
    }  # fmt: skip


def beam_chat() -> list[dict[str, Any]]:
    """Only the first message of a batch has its time; one id comes twice."""
    return [
        {
            "batch_number": 1,
            "time_anchor": None,
            "turns": [
                [
                    {"role": "user", "id": 0, "content": "Start in March.", "time_anchor": "March-15-2024"},
                    {"role": "assistant", "id": 1, "content": "Noted."},
                ]
            ],
        },
        {
            "batch_number": 2,
            "time_anchor": "April-05-2024",
            "turns": [[{"role": "user", "id": 2, "content": "Moved to May."}],
                      [{"role": "user", "id": 1, "content": "Truly."}]],
        },
    ]  # fmt: skip


def beam_questions() -> dict[str, list[dict[str, Any]]]:
    """Sources as a list, as an object of lists, and none."""
    return {
        "abstention": [{"question": "What colour?", "ideal_response": "unknown"}],
        "information_extraction": [{"question": "When is the start?", "source_chat_ids": [0]}],
        "knowledge_update": [
            {
                "question": "When is it now?",
                "source_chat_ids": {"original_info": [0], "updated_info": [2, 2, 99]},
            }
        ],
    }
