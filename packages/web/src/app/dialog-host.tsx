import { Fragment, type ReactNode } from 'react'
import { liveValue, useLive } from '../ui/live-value.ts'

const asked = liveValue<{ id: number; dialog: ReactNode } | null>(null)
let lastId = 0

/**
 * Shows a dialog that no component has: one that a function asks for.
 * @returns takes it away, once it is closed
 */
export function showDialog(dialog: ReactNode): () => void {
  const id = ++lastId
  asked.set({ id, dialog })
  return () => {
    if (asked.get()?.id === id) asked.set(null)
  }
}

/** Where that dialog is drawn. It knows no dialog itself, so pages without any load none. */
export function DialogHost() {
  const now = useLive(asked, (value) => value)
  return now && <Fragment key={now.id}>{now.dialog}</Fragment>
}
