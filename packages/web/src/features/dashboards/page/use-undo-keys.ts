import { useHotkeys } from '@mantine/hooks'

/** Ctrl+Z takes back, Ctrl+Shift+Z and Ctrl+Y do again; in fields the keys are those of the field. */
export function useUndoKeys(undo: (() => void) | null, redo: (() => void) | null): void {
  useHotkeys([
    ['mod+Z', () => undo?.()],
    ['mod+shift+Z', () => redo?.()],
    ['mod+Y', () => redo?.()],
  ])
}
