import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from '../CopyButton.tsx'
import { useFormFields } from '../form-fields.ts'
import { FormError } from '../Notice.tsx'
import { QrCode } from './QrCode.tsx'
import styles from './second-factor.module.css'

interface AppSetupFormProps {
  setup: { secret: string; uri: string }
  /** Why the last code was refused; null if it was not. */
  failure: string | null
  isPending: boolean
  onCode(code: string): void
  /** Buttons beside that of the form. */
  children?: ReactNode
}

const rules = { code: { isRequired: true } }

/** Shows the secret for an authenticator app, and asks for its first code. */
export function AppSetupForm({ setup, failure, isPending, onCode, children }: AppSetupFormProps) {
  const { values, field, submit } = useFormFields(rules)
  return (
    <form noValidate className={styles.form} onSubmit={submit(() => !isPending && onCode(values.code))}>
      {failure !== null && !isPending && <FormError>{failure}</FormError>}
      <p className={styles.text}>
        <Trans>Scan this code with an authenticator app, or type the key into it.</Trans>
      </p>
      <div className={styles.code}>
        <QrCode text={setup.uri} label={t`QR code for the authenticator app`} />
      </div>
      <div className={styles.copied}>
        <TextInput
          readOnly
          dir="ltr"
          aria-label={t`Key for the authenticator app`}
          className={styles.secret}
          value={setup.secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={setup.secret} size="md" />
      </div>
      <TextInput
        {...field('code')}
        label={t`Code of the app`}
        autoFocus
        description={t`Six digits, which change every 30 seconds.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
      />
      <div className={styles.footer}>
        {children}
        <Button type="submit" loading={isPending}>
          <Trans>Confirm</Trans>
        </Button>
      </div>
    </form>
  )
}
