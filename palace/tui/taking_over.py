"""How the app takes over the terminal on which its first page is painted already."""

from textual.driver import Driver

from palace.tui.first_page import OWN_SCREEN, FirstPage


def taking_over(driver: type[Driver], page: FirstPage) -> type[Driver]:
    """Return a driver that does not ask for the screen it stands on: asking again would clear it."""

    class TakingOver(driver):  # type: ignore[valid-type, misc]
        """The system's driver, beginning on a painted page."""

        def start_application_mode(self) -> None:
            """Begin with the terminal's own modes, as they were before the page."""
            if not page.taken_over:
                self._skip_once = True
                page.hand_over()
            super().start_application_mode()

        def write(self, data: str) -> None:
            """Write, but the first request for the screen."""
            if getattr(self, "_skip_once", False) and OWN_SCREEN in data:
                self._skip_once = False
                data = data.replace(OWN_SCREEN, "", 1)
            super().write(data)

    return TakingOver
