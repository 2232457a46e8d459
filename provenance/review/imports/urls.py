"""The addresses of the pages of imports."""

from django.urls import path

from .confirming import act_on_plan
from .items import choose_items, items
from .plans import plan, plans
from .uploading import new_import

urlpatterns = [
    path("imports", plans, name="imports-plans"),
    path("imports/new", new_import, name="imports-new"),
    path("imports/<uuid:plan_id>", plan, name="imports-plan"),
    path("imports/<uuid:plan_id>/items", items, name="imports-items"),
    path("imports/<uuid:plan_id>/choose", choose_items, name="imports-choose"),
    path("imports/<uuid:plan_id>/<slug:act>", act_on_plan, name="imports-act"),
]
