import { useHotkeys } from '@mantine/hooks'

interface PageKeys {
  execute(): void
  save?(): void
  format?(): void
}

/** The keys of the query page. The editor has them itself; here they work from everywhere else, fields included. */
export function usePageKeys({ execute, save, format }: PageKeys): void {
  const unlessDialog = (action: (() => void) | undefined) => () => {
    // A dialog has keys of its own.
    if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) action?.()
  }
  useHotkeys(
    [
      ['mod+Enter', unlessDialog(execute)],
      ['alt+Enter', unlessDialog(execute)],
      ['mod+S', unlessDialog(save)],
      ['mod+shift+F', unlessDialog(format)],
    ],
    [],
  )
}
