import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'

interface CopyButtonProps {
  text: string
  label?: string
  /** The size of a field, for a button beside one. */
  size?: 'xs' | 'md'
}

const labels = { copied: t`Copied!`, failed: t`Copy failed` }

/** Copies a text and shows the outcome for two seconds. */
export function CopyButton({ text, label = t`Copy`, size = 'xs' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof labels | null>(null)
  // Debounced, so that a second copy restarts the two seconds.
  const forget = useDebouncedCallback(() => setOutcome(null), COPY_FEEDBACK_MS)
  const copy = async () => {
    setOutcome(await copyText(text))
    forget()
  }
  const Icon = outcome === 'copied' ? IconCheck : IconCopy
  return (
    <Button variant="default" size={size} leftSection={<Icon size={14} stroke={1.75} />} onClick={() => void copy()}>
      <span aria-live="polite">{outcome === null ? label : labels[outcome]}</span>
    </Button>
  )
}

/** How long the outcome is shown. */
const COPY_FEEDBACK_MS = 2000

/** Copies a text to the clipboard. Browsers refuse this without a user gesture or a permission. */
export async function copyText(text: string): Promise<'copied' | 'failed'> {
  // navigator.clipboard exists in secure contexts (https and localhost) only.
  if (navigator.clipboard === undefined) return copyFromField(text) ? 'copied' : 'failed'
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'failed'
  }
}

/**
 * Copies by `execCommand` from a temporary field, which works over plain http too. The field is inserted next to the focused element,
 * because a dialog may trap the focus.
 * @returns whether the browser copied
 */
function copyFromField(text: string): boolean {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : document.body
  const field = document.createElement('textarea')
  // A field would normalize line ends, so it holds a placeholder and the copy handler sets the exact text.
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
