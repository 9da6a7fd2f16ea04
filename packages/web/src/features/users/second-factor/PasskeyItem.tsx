import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import type { SecondFactor } from '@sightline/contract/second-factor.ts'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { notify } from '../../../app/notify.ts'
import styles from '../../../ui/second-factor/second-factor.module.css'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import { failureText } from '../failure-text.ts'

interface PasskeyItemProps {
  passkey: SecondFactor['passkeys'][number]
  onRename(name: string): Promise<void>
  onRemove(): void
}

/** A passkey, which can be renamed in place. */
export function PasskeyItem({ passkey, onRename, onRemove }: PasskeyItemProps) {
  const [name, setName] = useState<string | null>(null)
  const rename = useMutation({
    mutationFn: onRename,
    onSuccess: () => setName(null),
    onError: (error) => notify.error(t`Failed to rename the passkey`, failureText(error)),
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name !== null && name.trim() !== '' && !rename.isPending) rename.mutate(name.trim())
  }
  return (
    <li className={styles.item}>
      <IconFingerprint size={16} stroke={1.75} aria-hidden />
      {name === null ? (
        <>
          <div className={styles.about}>
            <strong>{passkey.name}</strong>
            <span className={styles.details}>
              <Trans>
                Added <TimeAgo date={passkey.created_at} />
              </Trans>
              {passkey.last_used_on === null ? t`, never used` : t`, last used on ${passkey.last_used_on} (UTC)`}
            </span>
          </div>
          <Button variant="default" size="sm" aria-label={t`Rename ${passkey.name}`} onClick={() => setName(passkey.name)}>
            <Trans>Rename</Trans>
          </Button>
          <Button variant="default" size="sm" aria-label={t`Remove ${passkey.name}`} onClick={onRemove}>
            <Trans>Remove</Trans>
          </Button>
        </>
      ) : (
        <form className={styles.item} style={{ flex: 1, border: 0, padding: 0 }} onSubmit={save}>
          <TextInput
            className={styles.about}
            aria-label={t`Name of the passkey`}
            maxLength={100}
            value={name}
            autoFocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" size="sm" loading={rename.isPending}>
            <Trans>Save</Trans>
          </Button>
          <Button variant="default" size="sm" onClick={() => setName(null)}>
            <Trans>Cancel</Trans>
          </Button>
        </form>
      )}
    </li>
  )
}
