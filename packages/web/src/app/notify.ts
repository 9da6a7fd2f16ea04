import { t } from '@lingui/core/macro'
import { IconAlertCircleFilled, IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { messageOf, requestIdOf } from '../api/error.ts'
import { liveValue } from '../ui/live-value.ts'

/** How long a toast stays. */
const TOAST_MS = 3000

interface ToastOptions {
  /** Replaces the toast that is shown under the same id instead of adding one. */
  id?: string
  /** Milliseconds; null keeps it until it is closed. */
  duration?: number | null
}

interface Tone {
  icon: ComponentType<{ className?: string; size: number; color: string }>
  color: string
  role: 'status' | 'alert'
}

export interface Toast {
  /** Tells it from one that it has replaced. */
  key: number
  id: string
  title: string
  text: string | undefined
  tone: Tone
  duration: number | null
}

const tones = {
  success: { icon: IconCircleCheckFilled, color: 'var(--sl-ok-dot)', role: 'status' },
  warning: { icon: IconAlertTriangleFilled, color: 'var(--sl-warn-dot)', role: 'status' },
  error: { icon: IconAlertCircleFilled, color: 'var(--sl-err-dot)', role: 'alert' },
} as const satisfies Record<string, Tone>

/** The toasts that are shown or wait for their turn, oldest first. */
export const toasts = liveValue<readonly Toast[]>([])
let lastKey = 0

const without = (id: string) => toasts.get().filter((toast) => toast.id !== id)

function show(tone: Tone, title: string, text?: string, { id, duration = TOAST_MS }: ToastOptions = {}): string {
  const key = ++lastKey
  const toast = { key, id: id ?? String(key), title, text, tone, duration }
  toasts.set([...without(toast.id), toast])
  return toast.id
}

/** Toasts at the bottom right: a bold title, optionally a line of text. They close after 3 s by default. */
export const notify = {
  success: (title: string, text?: string, options?: ToastOptions) => show(tones.success, title, text, options),
  warning: (title: string, text?: string, options?: ToastOptions) => show(tones.warning, title, text, options),
  error: (title: string, text?: string, options?: ToastOptions) => show(tones.error, title, text, options),
  /** Shows the message of a failed call. One that names the request stays until it is closed, so that the id can be copied. */
  failure: (error: unknown, fallback = t`Something went wrong.`) => {
    const id = requestIdOf(error)
    const title = messageOf(error) ?? fallback
    return id === null ? show(tones.error, title) : show(tones.error, title, t`Request ID: ${id}`, { duration: null })
  },
  hide: (id: string) => toasts.set(without(id)),
}
