import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button } from '@mantine/core'
import type { ApiKey } from '@sightline/contract/api-keys.ts'
import { formatDate } from '@sightline/domain/format/date.ts'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '../../../app/confirm.tsx'
import { notify } from '../../../app/notify.ts'
import { useClientConfig } from '../../../app/session.ts'
import card from '../../../ui/edit-card/edit-card.module.css'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import { useTimeZone } from '../../../ui/time-zone.tsx'
import { apiKeysQuery, revokeApiKey } from '../../api-keys/api.ts'
import { failureText } from '../failure-text.ts'
import profileStyles from '../ProfilePage.module.css'
import styles from './ApiKeysSection.module.css'
import { keyState, scopesText } from './key-texts.ts'
import { NewApiKeyDialog } from './NewApiKeyDialog.tsx'

interface ApiKeysSectionProps {
  userId: number
  /** Whether the reader may create keys for this user. */
  canCreate: boolean
}

/** The API keys with scopes of a user. */
export function ApiKeysSection({ userId, canCreate }: ApiKeysSectionProps) {
  const keys = useQuery(apiKeysQuery(userId))
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={card.card} aria-label={t`API Keys with Scopes`}>
      <div className={card.fields}>
        <div>
          <h2 className={profileStyles.title}>
            <Trans>API Keys with Scopes</Trans>
          </h2>
          <p className={styles.hint}>
            <Trans>For scripts and other programs. Each key has its own rights and can be revoked alone.</Trans>
          </p>
        </div>
        {keys.error && <p role="alert">{failureText(keys.error)}</p>}
        {keys.data?.length === 0 && (
          <p className={styles.hint}>
            <Trans>There are no such keys yet.</Trans>
          </p>
        )}
        {keys.data !== undefined && keys.data.length > 0 && (
          <ul className={styles.list}>
            {keys.data.map((key) => (
              <KeyItem key={key.id} userId={userId} item={key} />
            ))}
          </ul>
        )}
        {canCreate && (
          <div>
            <Button variant="default" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setIsOpen(true)}>
              <Trans>New API Key</Trans>
            </Button>
          </div>
        )}
        {isOpen && <NewApiKeyDialog userId={userId} onClose={() => setIsOpen(false)} />}
      </div>
    </section>
  )
}

function KeyItem({ userId, item }: { userId: number; item: ApiKey }) {
  const cache = useQueryClient()
  const { dateTimeFormat } = useClientConfig()
  const timeZone = useTimeZone()
  const state = keyState(item)
  const revoke = useMutation({
    mutationFn: () => revokeApiKey(userId, item.id),
    onSuccess: () => notify.success(t`The API key is revoked.`),
    onError: (error) => notify.error(t`Failed to revoke the API key`, failureText(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: apiKeysQuery(userId).queryKey }),
  })
  const askToRevoke = async () => {
    const isSure = await confirm({
      title: t`Revoke API Key`,
      text: t`Programs that use the key “${item.name}” stop working at once. This cannot be undone.`,
      action: t`Revoke`,
      isDestructive: true,
    })
    if (isSure) revoke.mutate()
  }
  const date = (time: string) => formatDate(time, dateTimeFormat, timeZone)
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        <div className={styles.name}>
          <strong>{item.name}</strong>{' '}
          <code>
            <Trans>slk_…{item.ending}</Trans>
          </code>
          {state === 'expired' && (
            <Badge data-tone="warn">
              <Trans>Expired</Trans>
            </Badge>
          )}
          {state === 'revoked' && (
            <Badge>
              <Trans>Revoked</Trans>
            </Badge>
          )}
        </div>
        <div className={styles.details}>
          <span>{scopesText(item.scopes)}</span>
          <span>
            <Trans>
              Created <TimeAgo date={item.created_at} />
            </Trans>
          </span>
          <span>{item.last_used_on === null ? t`Never used` : t`Last used on ${item.last_used_on} (UTC)`}</span>
          {state === 'revoked' && item.revoked_at !== null && (
            <span>
              <Trans>Revoked on {date(item.revoked_at)}</Trans>
            </span>
          )}
          {state === 'expired' && item.expires_at !== null && (
            <span>
              <Trans>Expired on {date(item.expires_at)}</Trans>
            </span>
          )}
          {state === 'valid' && (
            <span>{item.expires_at === null ? t`Never expires` : t`Expires on ${date(item.expires_at) ?? ''}`}</span>
          )}
        </div>
      </div>
      {state === 'valid' && (
        <Button
          variant="default"
          size="sm"
          aria-label={t`Revoke ${item.name}`}
          loading={revoke.isPending}
          onClick={() => void askToRevoke()}
        >
          <Trans>Revoke</Trans>
        </Button>
      )}
    </li>
  )
}
