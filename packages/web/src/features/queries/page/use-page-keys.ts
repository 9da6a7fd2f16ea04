import { useEffect, useEffectEvent } from 'react'
import { latinKey } from '../../../ui/keyboard.tsx'

interface PageKeys {
  execute(): void
  save?(): void
  format?(): void
}

/** The keys of the query page. The editor has them itself; here they work from everywhere else, fields included. */
export function usePageKeys(keys: PageKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const name = keyNamed(event)
    if (name === null || event.defaultPrevented) return
    // Whether or not there is something to save: nobody wants the page as a file.
    event.preventDefault()
    // A dialog has keys of its own.
    if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) keys[name]?.()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** What a key asks for; null for nothing of this page. */
export function keyNamed(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): keyof PageKeys | null {
  const { altKey, shiftKey } = event
  const isMod = event.ctrlKey || event.metaKey
  const key = latinKey(event).toLowerCase()
  if (key === 'enter') return isMod !== altKey && !shiftKey ? 'execute' : null
  if (!isMod || altKey) return null
  if (key === 's' && !shiftKey) return 'save'
  return key === 'f' && shiftKey ? 'format' : null
}
