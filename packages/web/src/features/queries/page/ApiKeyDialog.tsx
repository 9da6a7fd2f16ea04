import { Button, TextInput } from '@mantine/core'
import { api } from '@sightline/contract/api.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { basePath } from '../../../api/url.ts'
import { confirm } from '../../../app/confirm.tsx'
import { notify } from '../../../app/notify.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { queryQuery } from '../api.ts'
import styles from './ApiKeyDialog.module.css'
import { keyedResultPath } from './addresses.ts'

interface ApiKeyDialogProps {
  query: Query
  mayRegenerate: boolean
  onClose(): void
}

/** The key of a query and the addresses it opens. */
export function ApiKeyDialog({ query, mayRegenerate, onClose }: ApiKeyDialogProps) {
  const cache = useQueryClient()
  const regenerate = useMutation({
    mutationFn: () => call(api.queries.regenerateApiKey, { params: { id: query.id } }),
    // Nothing but the key: with the version of today, what somebody else has saved meanwhile would be saved over unseen.
    onSuccess: ({ api_key }) => cache.setQueryData(queryQuery(query.id).queryKey, (now) => now && { ...now, api_key }),
    onError: (error) => notify.failure(error),
  })
  const askToRegenerate = async () => {
    const isSure = await confirm({
      title: 'Regenerate API Key',
      text: 'Are you sure you want to regenerate the API key? Addresses and embeds with the present one stop working.',
      action: 'Regenerate',
      isDestructive: true,
    })
    if (isSure) regenerate.mutate()
  }
  const key = query.api_key ?? ''
  const addressOf = (fileType: 'csv' | 'json') => location.origin + basePath() + keyedResultPath(query.id, fileType, key)
  return (
    <Dialog opened onClose={onClose} title="API Key" size={640}>
      <div className={styles.line}>
        <TextInput
          label="API Key"
          value={key}
          readOnly
          className={styles.grow}
          styles={{ input: { fontFamily: 'var(--sl-mono)' } }}
        />
        <CopyButton text={key} />
        {mayRegenerate && (
          <Button variant="danger" size="xs" loading={regenerate.isPending} onClick={() => void askToRegenerate()}>
            Regenerate
          </Button>
        )}
      </div>
      <h3 className={styles.heading}>Example API Calls:</h3>
      {(['csv', 'json'] as const).map((fileType) => (
        <div key={fileType} className={styles.example}>
          <div className={styles.label}>Results in {fileType.toUpperCase()} format:</div>
          <div className={styles.line}>
            <a className={styles.address} href={addressOf(fileType)} target="_blank" rel="noopener noreferrer">
              {addressOf(fileType)}
            </a>
            <CopyButton text={addressOf(fileType)} />
          </div>
        </div>
      ))}
    </Dialog>
  )
}
