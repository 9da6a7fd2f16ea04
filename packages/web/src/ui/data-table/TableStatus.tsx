import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import styles from './data-table.module.css'

interface TableStatusProps {
  /** Whether rows could not be loaded. */
  hasFailed: boolean
  text: string
  onRetry(): void
}

/** The line below a table that tells about the last action or the selection, or that rows could not be loaded. */
export const TableStatus = ({ hasFailed, text, onRetry }: TableStatusProps) => (
  <div role="status" className={styles.status}>
    {hasFailed ? (
      <>
        <Trans>The rows could not be loaded.</Trans>
        <Button size="xs" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </>
    ) : (
      text
    )}
  </div>
)

const STATUS_MESSAGE_MS = 3000

/** A message about the last action, and its setter. The message is cleared after 3 seconds. */
export function useStatusMessage(): [string, (message: string) => void] {
  const [message, setMessage] = useState('')
  useEffect(() => {
    if (message === '') return
    const timer = setTimeout(() => setMessage(''), STATUS_MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [message])
  return [message, setMessage]
}
