/** Milliseconds from the moment a dialog is there until its first field takes the focus: by then its title has been announced. */
export const DIALOG_FOCUS_DELAY_MS = 100

/**
 * Gives the focus to what a dialog begins with.
 * @param find what that is when the time has come; null where the reader has gone on meanwhile
 * @returns what to call when the dialog is gone before
 */
export function focusSoon(find: () => Pick<HTMLElement, 'focus'> | null): () => void {
  const timer = setTimeout(() => find()?.focus({ preventScroll: true }), DIALOG_FOCUS_DELAY_MS)
  return () => clearTimeout(timer)
}

/** Whether a key stands for a letter or sign, and for no command. */
export const writes = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

/** What opened a dialog, seen from where the focus then was: of an entry of a menu, which goes away, the menu's button. */
export function openerOf(focused: Element | null): HTMLElement | null {
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : focused
  return opener instanceof HTMLElement ? opener : null
}
