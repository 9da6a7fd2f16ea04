import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '../../app/confirm.tsx'
import { notify } from '../../app/notify.ts'
import { storeAnswer } from '../../app/store-answer.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import card from '../../ui/edit-card/edit-card.module.css'
import { regenerateKey, userQuery } from './api.ts'
import { failureText } from './failure-text.ts'
import styles from './ProfilePage.module.css'

/** The API key of a user, hidden at first, with buttons to show, copy and regenerate it. */
export function ApiKeySection({ id, apiKey }: { id: number; apiKey: string }) {
  const cache = useQueryClient()
  const [isShown, setIsShown] = useState(false)
  const regenerate = useMutation({
    mutationFn: () => regenerateKey(id),
    onSuccess: async (user) => {
      await storeAnswer(cache, userQuery(id).queryKey, user)
      setIsShown(true)
      notify.success(t`The API Key has been updated.`)
    },
    onError: (error) => notify.error(t`Failed regenerating API Key`, failureText(error)),
  })
  const askToRegenerate = async () => {
    const isSure = await confirm({
      title: t`Regenerate API Key`,
      text: t`Are you sure you want to regenerate the API key? Scripts and integrations that use the current key will stop working.`,
      action: t`Regenerate`,
      isDestructive: true,
    })
    if (isSure) regenerate.mutate()
  }
  const Eye = isShown ? IconEyeOff : IconEye
  return (
    <section className={card.card} aria-label={t`API Key`}>
      <div className={card.fields}>
        <h2 className={styles.title}>
          <Trans>API Key</Trans>
        </h2>
        <div className={styles.row}>
          <TextInput
            readOnly
            dir="ltr"
            aria-label={t`API Key`}
            className={styles.key}
            type={isShown ? 'text' : 'password'}
            autoComplete="off"
            value={apiKey}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button variant="default" leftSection={<Eye size={14} stroke={1.75} />} onClick={() => setIsShown((now) => !now)}>
            {isShown ? t`Hide` : t`Show`}
          </Button>
          <CopyButton text={apiKey} size="md" />
          <Button
            variant="default"
            leftSection={<IconRefresh size={14} stroke={1.75} />}
            loading={regenerate.isPending}
            onClick={() => void askToRegenerate()}
          >
            <Trans>Regenerate</Trans>
          </Button>
        </div>
      </div>
    </section>
  )
}
