import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import type { AdminDataSource } from '@sightline/contract/data-sources.ts'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '../../app/notify.ts'
import { storeAnswer } from '../../app/store-answer.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { adminDataSourceQuery, pauseDataSource, resumeDataSource } from './api.ts'
import styles from './PauseButton.module.css'

/** Pauses a data source, with a reason shown to users who try to run a query, and resumes it. */
export function PauseButton({ source }: { source: AdminDataSource }) {
  const cache = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const isPaused = source.paused !== 0
  const toggle = useMutation({
    mutationFn: (reason: string) =>
      isPaused ? resumeDataSource(source.id) : pauseDataSource(source.id, reason.trim() || undefined),
    onSuccess: async ({ paused, pause_reason }) => {
      setIsAsking(false)
      await storeAnswer(cache, adminDataSourceQuery(source.id).queryKey, (now) => now && { ...now, paused, pause_reason })
      void cache.invalidateQueries({ queryKey: ['data_sources', 'list'] })
    },
    onError: (error) => notify.failure(error),
  })
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={16} stroke={1.75} />}
        loading={toggle.isPending}
        onClick={() => (isPaused ? toggle.mutate('') : setIsAsking(true))}
      >
        {isPaused ? t`Resume` : t`Pause`}
      </Button>
      {isAsking && <PauseDialog isSending={toggle.isPending} onPause={toggle.mutate} onClose={() => setIsAsking(false)} />}
    </>
  )
}

interface PauseDialogProps {
  isSending: boolean
  onPause(reason: string): void
  onClose(): void
}

function PauseDialog({ isSending, onPause, onClose }: PauseDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <Dialog opened onClose={onClose} title={t`Pause Data Source`} size={400}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // React events bubble to the form of the page, which is not around this one in the DOM.
          event.stopPropagation()
          if (!isSending) onPause(reason)
        }}
      >
        <TextInput
          data-autofocus
          label={t`Reason`}
          description={t`Optional. Shown to users who try to run a query.`}
          inputWrapperOrder={['label', 'input', 'description']}
          maxLength={255}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <p className={styles.text}>
          <Trans>
            No queries run on this data source until you resume it, not even scheduled ones. Running queries continue.
          </Trans>
        </p>
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isSending}>
            <Trans>Pause</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
