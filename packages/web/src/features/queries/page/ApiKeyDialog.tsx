import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { api } from '@sightline/contract/api.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { basePath } from '../../../api/url.ts'
import { confirm } from '../../../app/confirm.tsx'
import { notify } from '../../../app/notify.ts'
import { storeAnswer } from '../../../app/store-answer.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { queryQuery } from '../api.ts'
import styles from './ApiKeyDialog.module.css'

interface ApiKeyDialogProps {
  query: Query
  mayRegenerate: boolean
  onClose(): void
}

/** The API key of a query, and example URLs with it. */
export function ApiKeyDialog({ query, mayRegenerate, onClose }: ApiKeyDialogProps) {
  const cache = useQueryClient()
  const regenerate = useMutation({
    mutationFn: () => call(api.queries.regenerateApiKey, { params: { id: query.id } }),
    // Only the key is updated: with the new version, the next save would silently overwrite what others have saved meanwhile.
    onSuccess: ({ api_key }) => storeAnswer(cache, queryQuery(query.id).queryKey, (now) => now && { ...now, api_key }),
    onError: (error) => notify.failure(error),
  })
  const askToRegenerate = async () => {
    const isSure = await confirm({
      title: t`Regenerate API Key`,
      text: t`Are you sure you want to regenerate the API key? URLs and embeds with the current key will stop working.`,
      action: t`Regenerate`,
      isDestructive: true,
    })
    if (isSure) regenerate.mutate()
  }
  const key = query.api_key ?? ''
  const urlOf = (fileType: 'csv' | 'json') => location.origin + basePath() + keyedResultPath(query.id, fileType, key)
  return (
    <Dialog opened onClose={onClose} title={t`API Key`} size={640}>
      <div className={styles.line}>
        <TextInput
          label={t`API Key`}
          value={key}
          readOnly
          dir="ltr"
          className={styles.grow}
          styles={{ input: { fontFamily: 'var(--sl-mono)' } }}
        />
        <CopyButton text={key} size="md" />
        {mayRegenerate && (
          <Button variant="danger" loading={regenerate.isPending} onClick={() => void askToRegenerate()}>
            <Trans>Regenerate</Trans>
          </Button>
        )}
      </div>
      <h3 className={styles.heading}>
        <Trans>Example API Calls:</Trans>
      </h3>
      {(['csv', 'json'] as const).map((fileType) => (
        <div key={fileType} className={styles.example}>
          <div className={styles.label}>
            <Trans>Results in {fileType.toUpperCase()} format:</Trans>
          </div>
          <div className={styles.line}>
            <a dir="ltr" className={styles.address} href={urlOf(fileType)} target="_blank" rel="noopener noreferrer">
              {urlOf(fileType)}
            </a>
            <CopyButton text={urlOf(fileType)} />
          </div>
        </div>
      ))}
    </Dialog>
  )
}

/** The path of the latest result of a query for holders of its API key. */
export const keyedResultPath = (id: number, fileType: 'csv' | 'json', key: string) =>
  `api/queries/${id}/results.${fileType}?api_key=${encodeURIComponent(key)}`
