/**
 * Whether a key event belongs to a menu, a color picker, a list or the help above an editor of a visualization: Escape then closes
 * only that.
 */
export const isInOpenLayer = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  (target.closest('.mantine-Popover-dropdown, .mantine-Menu-dropdown, .mantine-Drawer-content, [role="listbox"]') !== null ||
    target.getAttribute('aria-expanded') === 'true')
