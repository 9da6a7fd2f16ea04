import { useLocalStorage } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isMac, latinKey } from '../../ui/keyboard.tsx'
import { usePermission } from '../session.ts'

/** Id of the search box in the header. */
export const SEARCH_ID = 'header-search'

/** Whether letters and signs act as shortcuts. Kept per browser: speech input and some tools type letters. */
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

/** Ctrl or Cmd and K, from everywhere, fields and editors included; another dialog that is open keeps its keys to itself. */
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

/** Keys that go into a field, an editor or a grid of cells are no shortcuts. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [role="grid"], [role="menu"], [role="listbox"]') !== null
  )
}

/** How long the first key of two is remembered. */
const PAUSE_MS = 1000

/** The keys typed so far, and when the last of them was, in milliseconds. */
export interface KeySequence {
  keys: string
  at: number
}

/**
 * Follows keys that act alone (`/`) or one after the other (`g` then `q`).
 * @param actions by their keys in lower case; undefined for one that is not on offer
 * @returns what the key completes, and what is remembered for the next one
 */
export function followKeys<Action>(
  typed: KeySequence,
  key: string,
  at: number,
  actions: Record<string, Action | undefined>,
): { action: Action | undefined; state: KeySequence } {
  if (key.length !== 1) return { action: undefined, state: typed }
  const pressed = key.toLowerCase()
  const before = at - typed.at <= PAUSE_MS ? typed.keys : ''
  const action = actions[before + pressed] ?? actions[pressed]
  return { action, state: { keys: action === undefined ? pressed : '', at } }
}
