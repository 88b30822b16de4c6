"""The screens of the app, one a file; a screen holds no query and no rule."""
