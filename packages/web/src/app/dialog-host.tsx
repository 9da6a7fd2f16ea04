import { Fragment, type ReactNode } from 'react'
import { liveValue, useLive } from '../ui/live-value.ts'

const current = liveValue<{ id: number; dialog: ReactNode } | null>(null)
let lastId = 0

/**
 * Shows a dialog from a function instead of a component, such as `confirm`.
 * @returns removes it, to be called once it is closed
 */
export function showDialog(dialog: ReactNode): () => void {
  const id = ++lastId
  current.set({ id, dialog })
  return () => {
    if (current.get()?.id === id) current.set(null)
  }
}

/** Renders that dialog. It imports no dialog itself, so that pages without one do not load the code. */
export function DialogHost() {
  const now = useLive(current, (value) => value)
  return now && <Fragment key={now.id}>{now.dialog}</Fragment>
}
