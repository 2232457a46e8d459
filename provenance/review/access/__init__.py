"""The pages about access: who may do what, with which key, and until when."""
