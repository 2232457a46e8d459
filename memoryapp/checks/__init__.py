"""What must hold before anything is served. Each check has an id and says what to do."""
