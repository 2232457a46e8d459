"""Django's admin as an app of this site: entered by grant."""

from django.contrib.admin.apps import AdminConfig


class WorkspaceAdminConfig(AdminConfig):
    """Registers everything at our own entrance."""

    default_site = "memoryapp.admin_site.WorkspaceAdminSite"
