import { Button } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { COPY_FEEDBACK_MS, copyText } from './copy-text.ts'

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
