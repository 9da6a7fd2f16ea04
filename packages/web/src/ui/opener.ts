let lastFocused: Element | null = null

/**
 * Remembers from now on which element was focused last. Call it once per page. A dialog is often mounted while nothing has the focus,
 * because the menu that opened it has just gone and its button does not have the focus back yet.
 */
export function rememberFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    lastFocused = target instanceof Element ? target : null
  })
  // A press beside all controls takes the focus away on purpose. One on the entry of a menu need not give it the focus, but opens dialogs.
  const onPress = ({ target }: PointerEvent) => {
    lastFocused = target instanceof Element && target.closest('[role="menu"]') !== null ? target : null
  }
  document.addEventListener('pointerdown', onPress, true)
}

/**
 * @returns the element that opened a dialog and gets the focus back: the one that has or had the focus or, for a menu entry, which
 *   disappears, the button of its menu
 */
export function currentOpener(): HTMLElement | null {
  const active = document.activeElement
  const focused = active === document.body ? lastFocused : active
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : focused
  return opener instanceof HTMLElement ? opener : null
}
