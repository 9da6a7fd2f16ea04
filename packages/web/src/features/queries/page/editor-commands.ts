import { t } from '@lingui/core/macro'
import type { Syntax } from '@sightline/contract/data-sources.ts'
import { formatJson } from '@sightline/domain/format-json.ts'
import { useEffect, useEffectEvent } from 'react'
import { latinKey } from '../../../ui/keyboard.tsx'

interface PageShortcuts {
  execute(): void
  save?(): void
  format?(): void
}

/** The shortcuts of the query page outside of the editor, which has its own; they work in input fields, too. */
export function usePageShortcuts(keys: PageShortcuts): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const name = shortcutOf(event)
    if (name === null || event.defaultPrevented) return
    // Even with nothing to save: the browser would save the page as a file.
    event.preventDefault()
    // Dialogs handle their own keys.
    if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) keys[name]?.()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** The action of a key; null if it is none of this page's shortcuts. */
export function shortcutOf(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): keyof PageShortcuts | null {
  const { altKey, shiftKey } = event
  const isMod = event.ctrlKey || event.metaKey
  const key = latinKey(event).toLowerCase()
  if (key === 'enter') return isMod !== altKey && !shiftKey ? 'execute' : null
  if (!isMod || altKey) return null
  if (key === 's' && !shiftKey) return 'save'
  return key === 'f' && shiftKey ? 'format' : null
}

const EMPTY_TEXT = t`Can't execute empty query.`
const NOT_SUPPORTED = t`Query formatting is not supported for your data source syntax.`

/** Why a query text cannot be formatted; the message is for users. */
export class FormatError extends Error {
  override name = 'FormatError'
}

/**
 * Formats the text of a query.
 * @param formatSql formats SQL on the server
 * @throws FormatError if the text is empty, is not valid JSON, or its syntax cannot be formatted
 */
export async function formatText(text: string, syntax: Syntax, formatSql: (text: string) => Promise<string>): Promise<string> {
  if (text.trim() === '') throw new FormatError(EMPTY_TEXT)
  if (syntax === 'sql') return formatSql(text)
  if (syntax !== 'json') throw new FormatError(NOT_SUPPORTED)
  try {
    return formatJson(text)
  } catch (cause) {
    throw new FormatError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}
