/**
 * Unsaved changes in localStorage, so that a crash, a closed tab or an expired session loses nothing. Entries are per user and are
 * removed at sign-out.
 */

/** The oldest entries beyond this number are removed. */
const MAX_ENTRIES = 20

export interface Entry {
  /** When it was stored, milliseconds since the epoch. */
  at: number
  value: unknown
}

const prefixOf = (userId: number) => `sightline-unsaved-${userId}-`

/** Stores a value, replacing the previous one. If localStorage is full or disabled, nothing is stored. */
export function storeUnsaved(userId: number, name: string, value: unknown, at: number): void {
  const key = prefixOf(userId) + name
  const entry: Entry = { at, value }
  try {
    localStorage.setItem(key, JSON.stringify(entry))
    removeOldest(prefixOf(userId))
  } catch {
    // The previous value is outdated and must not be offered as the newest.
    removeUnsaved(userId, name)
  }
}

/** The stored values whose names start with a prefix, newest first. */
export function readUnsaved(userId: number, beginning: string): (Entry & { name: string })[] {
  const prefix = prefixOf(userId)
  try {
    const entries = keysOf(prefix + beginning).flatMap((key) => {
      const entry = readEntry(localStorage.getItem(key))
      return entry === null ? [] : [{ ...entry, name: key.slice(prefix.length) }]
    })
    return entries.toSorted((one, other) => other.at - one.at)
  } catch {
    return []
  }
}

export function removeUnsaved(userId: number, name: string): void {
  try {
    localStorage.removeItem(prefixOf(userId) + name)
  } catch {
    // localStorage is disabled.
  }
}

/** Removes all entries of a user. */
export function removeAllUnsaved(userId: number): void {
  try {
    for (const key of keysOf(prefixOf(userId))) localStorage.removeItem(key)
  } catch {
    // localStorage is disabled.
  }
}

const keysOf = (prefix: string): string[] => Object.keys(localStorage).filter((key) => key.startsWith(prefix))

function removeOldest(prefix: string): void {
  const age = (key: string) => readEntry(localStorage.getItem(key))?.at ?? 0
  const keys = keysOf(prefix)
  if (keys.length <= MAX_ENTRIES) return
  const oldest = keys.toSorted((one, other) => age(one) - age(other)).slice(0, keys.length - MAX_ENTRIES)
  for (const key of oldest) localStorage.removeItem(key)
}

function readEntry(text: string | null): Entry | null {
  if (text === null) return null
  const entry: unknown = JSON.parse(text)
  const isEntry = typeof entry === 'object' && entry !== null && 'at' in entry && typeof entry.at === 'number'
  return isEntry && 'value' in entry ? { at: Number(entry.at), value: entry.value } : null
}
