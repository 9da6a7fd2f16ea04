import { useLocalStorage } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isMac, latinKey } from '../../ui/keyboard.tsx'
import { usePermission } from '../session.ts'

/** Id of the search box in the header. */
export const SEARCH_ID = 'header-search'

/** Whether single characters act as shortcuts. A setting of the browser, because speech input and some tools type characters. */
export function useLetterShortcuts() {
  return useLocalStorage({ key: 'sightline-letter-shortcuts', defaultValue: true, getInitialValueInEffect: false })
}

/** The shortcuts that work on every page. */
export function useGlobalShortcuts(showShortcuts: () => void, createDashboard: () => void): void {
  const navigate = useNavigate()
  const [areOn] = useLetterShortcuts()
  const typed = useRef<KeySequence>({ keys: '', at: 0 })
  const canCreate = usePermission('create_query')
  const canCreateDashboards = usePermission('create_dashboard')
  const canSeeQueries = usePermission('view_query')
  const canSeeDashboards = usePermission('list_dashboards')
  const canSeeAlerts = usePermission('list_alerts')

  const actions: Record<string, (() => void) | undefined> = {
    '/': canSeeQueries ? () => document.getElementById(SEARCH_ID)?.focus() : undefined,
    '?': showShortcuts,
    cq: canCreate ? () => void navigate({ to: '/queries/new' }) : undefined,
    cd: canCreateDashboards ? createDashboard : undefined,
    ca: () => void navigate({ to: '/alerts/new' }),
    gq: canSeeQueries ? () => void navigate({ to: '/queries' }) : undefined,
    gd: canSeeDashboards ? () => void navigate({ to: '/dashboards' }) : undefined,
    ga: canSeeAlerts ? () => void navigate({ to: '/alerts' }) : undefined,
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!areOn || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
    if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return
    const { action, state } = followKeys(typed.current, latinKey(event), event.timeStamp, actions)
    typed.current = state
    if (action === undefined) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Toggles the command palette by Ctrl or Cmd+K, in fields and editors too, but not while another dialog is open. */
export function usePaletteKey(toggle: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isKey = latinKey(event).toLowerCase() === 'k' && (isMac ? event.metaKey : event.ctrlKey)
    if (!isKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const dialog = document.querySelector('[role="dialog"], [role="alertdialog"]')
    if (dialog === null || dialog.querySelector('[data-palette]') !== null) toggle()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Whether key presses go into a field, an editor or a grid of cells instead of acting as shortcuts. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [role="grid"], [role="menu"], [role="listbox"]') !== null
  )
}

/** The most time between the two keys of a sequence. */
const SEQUENCE_TIMEOUT_MS = 1000

/** The keys typed so far and the time of the last one, milliseconds. */
export interface KeySequence {
  keys: string
  at: number
}

/**
 * Matches shortcuts of one key (`/`) or of a sequence (`g` then `q`).
 * @param actions actions by their keys in lower case; undefined if not available
 * @returns the action that the key completes, and the state for the next key
 */
export function followKeys<Action>(
  typed: KeySequence,
  key: string,
  at: number,
  actions: Record<string, Action | undefined>,
): { action: Action | undefined; state: KeySequence } {
  if (key.length !== 1) return { action: undefined, state: typed }
  const pressed = key.toLowerCase()
  const before = at - typed.at <= SEQUENCE_TIMEOUT_MS ? typed.keys : ''
  const action = actions[before + pressed] ?? actions[pressed]
  return { action, state: { keys: action === undefined ? pressed : '', at } }
}
