import { Button } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'

interface CopyButtonProps {
  /** What is copied. */
  text: string
  label?: string
}

const labels = { copied: 'Copied!', failed: 'Copy failed' }

/** Copies a text and tells so for two seconds. */
export function CopyButton({ text, label = 'Copy' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof labels | null>(null)
  // Whoever copies again is told as long as for the first time.
  const forget = useDebouncedCallback(() => setOutcome(null), COPY_FEEDBACK_MS)
  const copy = async () => {
    setOutcome(await copyText(text))
    forget()
  }
  const Icon = outcome === 'copied' ? IconCheck : IconCopy
  return (
    <Button variant="default" size="xs" leftSection={<Icon size={14} stroke={1.75} />} onClick={() => void copy()}>
      <span aria-live="polite">{outcome === null ? label : labels[outcome]}</span>
    </Button>
  )
}

/** How long a copy button tells what happened. */
export const COPY_FEEDBACK_MS = 2000

/** Puts a text on the clipboard. Browsers refuse without a gesture or a permission. */
export async function copyText(text: string): Promise<'copied' | 'failed'> {
  // Browsers hand out this interface on localhost and https only.
  if (navigator.clipboard === undefined) return copyFromField(text) ? 'copied' : 'failed'
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'failed'
  }
}

/**
 * Has the browser copy from a field, which it does at any address. The field stands beside what is focused, and so inside a dialog
 * that holds the focus.
 * @returns whether the browser did so
 */
function copyFromField(text: string): boolean {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : document.body
  const field = document.createElement('textarea')
  // Something to be selected; what is copied is the text as it is, to which a field would give line ends of its own.
  field.value = ' '
  field.addEventListener('copy', (event) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  })
  field.style.cssText = 'position: fixed; top: 0; left: 0; opacity: 0'
  const place = focused === document.body ? focused : (focused.parentElement ?? document.body)
  place.append(field)
  field.focus({ preventScroll: true })
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  focused.focus({ preventScroll: true })
  return isCopied
}
