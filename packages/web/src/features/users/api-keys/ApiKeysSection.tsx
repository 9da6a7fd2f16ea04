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
    <section className={card.card} aria-label="API Keys with Scopes">
      <div className={card.fields}>
        <div>
          <h2 className={profileStyles.title}>API Keys with Scopes</h2>
          <p className={styles.hint}>For scripts and other programs. Each key has its own rights and can be revoked alone.</p>
        </div>
        {keys.error && <p role="alert">{failureText(keys.error)}</p>}
        {keys.data?.length === 0 && <p className={styles.hint}>There are no such keys yet.</p>}
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
              New API Key
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
  const state = keyState(item, Date.now())
  const revoke = useMutation({
    mutationFn: () => revokeApiKey(userId, item.id),
    onSuccess: () => notify.success('The API key is revoked.'),
    onError: (error) => notify.error('Failed to revoke the API key', failureText(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: apiKeysQuery(userId).queryKey }),
  })
  const askToRevoke = async () => {
    const isSure = await confirm({
      title: 'Revoke API Key',
      text: `Programs that use the key “${item.name}” stop working at once. This cannot be undone.`,
      action: 'Revoke',
      isDestructive: true,
    })
    if (isSure) revoke.mutate()
  }
  const date = (time: string) => formatDate(time, dateTimeFormat, timeZone)
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        <div className={styles.name}>
          <strong>{item.name}</strong> <code>slk_…{item.ending}</code>
          {state === 'expired' && <Badge data-tone="warn">Expired</Badge>}
          {state === 'revoked' && <Badge>Revoked</Badge>}
        </div>
        <div className={styles.details}>
          <span>{scopesText(item.scopes)}</span>
          <span>
            Created <TimeAgo date={item.created_at} />
          </span>
          <span>{item.last_used_on === null ? 'Never used' : `Last used on ${item.last_used_on} (UTC)`}</span>
          {state === 'revoked' && item.revoked_at !== null && <span>Revoked on {date(item.revoked_at)}</span>}
          {state === 'expired' && item.expires_at !== null && <span>Expired on {date(item.expires_at)}</span>}
          {state === 'valid' && (
            <span>{item.expires_at === null ? 'Never expires' : `Expires on ${date(item.expires_at)}`}</span>
          )}
        </div>
      </div>
      {state === 'valid' && (
        <Button
          variant="default"
          size="sm"
          aria-label={`Revoke ${item.name}`}
          loading={revoke.isPending}
          onClick={() => void askToRevoke()}
        >
          Revoke
        </Button>
      )}
    </li>
  )
}
