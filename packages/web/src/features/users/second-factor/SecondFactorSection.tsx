import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { SecondFactor } from '@sightline/contract/second-factor.ts'
import { IconDeviceMobile, IconFingerprint, IconKey } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import card from '../../../ui/edit-card/edit-card.module.css'
import { RecoveryCodes } from '../../../ui/second-factor/RecoveryCodes.tsx'
import styles from '../../../ui/second-factor/second-factor.module.css'
import {
  addPasskey,
  canUsePasskeys,
  newRecoveryCodes,
  removeApp,
  removePasskey,
  renamePasskey,
  secondFactorQuery,
} from '../../second-factor/api.ts'
import { failureText } from '../failure-text.ts'
import profileStyles from '../ProfilePage.module.css'
import { PasskeyItem } from './PasskeyItem.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { SetUpAppDialog } from './SetUpAppDialog.tsx'

type Open =
  | 'app'
  | 'passkey'
  | 'codes'
  | 'remove app'
  | { removed: SecondFactor['passkeys'][number] }
  | { codes: string[] }
  | null

/** The second factors of the signed-in user. */
export function SecondFactorSection({ userId }: { userId: number }) {
  const factor = useQuery(secondFactorQuery(userId))
  const cache = useQueryClient()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const done = (codes: string[] = []) => {
    void cache.invalidateQueries({ queryKey: secondFactorQuery(userId).queryKey })
    setOpen(codes.length > 0 ? { codes } : null)
  }
  const { data, error } = factor
  if (error !== null && data === undefined)
    return (
      <section className={card.card} aria-label={t`Second Factor`}>
        <div className={card.fields}>
          <h2 className={profileStyles.title}>
            <Trans>Second Factor</Trans>
          </h2>
          <p role="alert">{failureText(error)}</p>
        </div>
      </section>
    )
  if (data === undefined) return null
  const isOn = data.has_app || data.passkeys.length > 0
  return (
    <section className={card.card} aria-label={t`Second Factor`}>
      <div className={card.fields}>
        <div>
          <h2 className={profileStyles.title}>
            <Trans>Second Factor</Trans>
          </h2>
          <p className={styles.details}>
            {isOn
              ? t`You need it to sign in with your password. API keys and single sign-on do not ask for it.`
              : data.is_required
                ? t`Protects your account if someone else learns your password. Your organization requires it.`
                : t`Protects your account if someone else learns your password.`}
          </p>
        </div>
        {isOn && (
          <ul className={styles.list}>
            {data.has_app && (
              <li className={styles.item}>
                <IconDeviceMobile size={16} stroke={1.75} aria-hidden />
                <div className={styles.about}>
                  <strong>
                    <Trans>Authenticator app</Trans>
                  </strong>
                </div>
                <Button
                  variant="default"
                  size="sm"
                  aria-label={t`Remove the authenticator app`}
                  onClick={() => setOpen('remove app')}
                >
                  <Trans>Remove</Trans>
                </Button>
              </li>
            )}
            {data.passkeys.map((passkey) => (
              <PasskeyItem
                key={passkey.id}
                passkey={passkey}
                onRename={async (name) => {
                  await renamePasskey(passkey.id, name)
                  done()
                }}
                onRemove={() => setOpen({ removed: passkey })}
              />
            ))}
            <li className={styles.item}>
              <IconKey size={16} stroke={1.75} aria-hidden />
              <div className={styles.about}>
                <strong>
                  <Trans>Recovery codes</Trans>
                </strong>
                <span className={styles.details}>
                  <Trans>{data.recovery_codes_left} of 10 left</Trans>
                </span>
              </div>
              <Button variant="default" size="sm" aria-label={t`Replace the recovery codes`} onClick={() => setOpen('codes')}>
                <Trans>Replace</Trans>
              </Button>
            </li>
          </ul>
        )}
        <div className={styles.actions}>
          <Button variant="default" leftSection={<IconDeviceMobile size={16} stroke={1.75} />} onClick={() => setOpen('app')}>
            {data.has_app ? t`Change Authenticator App` : t`Set Up an Authenticator App`}
          </Button>
          {canUsePasskeys() && (
            <Button
              variant="default"
              leftSection={<IconFingerprint size={16} stroke={1.75} />}
              onClick={() => setOpen('passkey')}
            >
              <Trans>Add a Passkey</Trans>
            </Button>
          )}
        </div>
        {open === 'app' && <SetUpAppDialog onClose={close} onDone={done} />}
        {open === 'passkey' && (
          <PasswordDialog
            title={t`Add a Passkey`}
            text={t`The browser then asks for the device. With a passkey you can also sign in without your password.`}
            action={t`Add`}
            name={{ label: t`Name`, initial: t`Passkey` }}
            onSubmit={async (password, name) => done(await addPasskey(name, password))}
            onClose={close}
          />
        )}
        {open === 'codes' && (
          <PasswordDialog
            title={t`Replace Recovery Codes`}
            text={t`You get ten new codes. The earlier ones stop working.`}
            action={t`Replace`}
            onSubmit={async (password) => done((await newRecoveryCodes(password)).recovery_codes)}
            onClose={close}
          />
        )}
        {open === 'remove app' && (
          <PasswordDialog
            title={t`Remove Authenticator App`}
            text={t`Its codes will no longer be accepted.`}
            action={t`Remove`}
            isDestructive
            onSubmit={async (password) => {
              await removeApp(password)
              done()
            }}
            onClose={close}
          />
        )}
        {open !== null && typeof open === 'object' && 'removed' in open && (
          <PasswordDialog
            title={t`Remove Passkey`}
            text={t`You can no longer sign in with “${open.removed.name}”.`}
            action={t`Remove`}
            isDestructive
            onSubmit={async (password) => {
              await removePasskey(open.removed.id, password)
              done()
            }}
            onClose={close}
          />
        )}
        {open !== null && typeof open === 'object' && 'codes' in open && (
          <Dialog opened onClose={close} title={t`Recovery Codes`} size={480}>
            <RecoveryCodes codes={open.codes} onDone={close} />
          </Dialog>
        )}
      </div>
    </section>
  )
}
