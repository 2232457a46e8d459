"""The form that a file is sent by. It works without a script; the bytes go to the disk as they come."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt

from provenance.importers.formats import FORMATS
from provenance.importers.zones import zone_names
from provenance.problems import ImportRefused, InvalidRequest, StorageFull, TooManyRequests
from provenance.review.acting import ActRequest, acts
from provenance.review.visiting import VisitorRequest, reads
from provenance.services.importing.arriving import arriving
from provenance.services.importing.begin import require_importer, require_may_import
from provenance.services.importing.records import AUTO
from provenance.services.importing.shown import printable
from provenance.services.importing.uploading import MAX_UPLOAD_BYTES, receive_whole

from .file_form import FileForm, ForgedError

# The fields of the form beside the file, and what stands between them.
_BESIDE = 64 * 1024


# The token is asked for all the same, by FileForm: before the file is read, not after.
@csrf_exempt
def new_import(request: HttpRequest) -> HttpResponseBase:
    """The form, and what it sends."""
    return _sent(request) if request.method == "POST" else _form(request)


# The middleware lets this page, and no other, take so much.
new_import.max_body_bytes = MAX_UPLOAD_BYTES + _BESIDE  # type: ignore[attr-defined]


@reads
def _form(request: VisitorRequest) -> HttpResponse:
    require_importer(request.visitor.grants)
    context = {
        "formats": [AUTO, *sorted(FORMATS)],
        "limit": MAX_UPLOAD_BYTES,
        "zones": sorted(zone_names()),
    }
    return render(request, "review/imports/new.html", context)


@acts
def _sent(request: ActRequest) -> HttpResponse:
    require_may_import(caller=request.caller, at=request.at)
    try:
        return redirect("imports-plan", _received(request))
    except ForgedError as forged:
        return forged.response
    except (ImportRefused, StorageFull, TooManyRequests, InvalidRequest) as refused:
        told = refused.explanation if isinstance(refused, StorageFull) else refused.detail
        messages.error(request, f"{refused.title}. {told} Nothing was planned.")
        return redirect("imports-new")


def _received(request: ActRequest) -> UUID:
    with arriving() as path:
        form = FileForm(request, path=path, limit=MAX_UPLOAD_BYTES)
        fields: Any = form.read()
        if not form.size:
            raise InvalidRequest("Choose a file that is not empty.")
        name = printable((fields.get("name") or "").strip() or form.name)
        wanted = fields.get("format") or AUTO
        zone = (fields.get("assume_zone") or "").strip() or None
        return receive_whole(
            caller=request.caller, path=path, name=name, form=wanted, zone=zone, at=request.at
        )
