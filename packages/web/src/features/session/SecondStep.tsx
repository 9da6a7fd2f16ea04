import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import type { SecondFactorMethod } from '@sightline/contract/second-factor.ts'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../api/error.ts'
import { useFormFields } from '../../ui/form-fields.ts'
import { FormError } from '../../ui/Notice.tsx'
import { canUsePasskeys, enterCode, signInWithPasskey } from '../second-factor/api.ts'
import { failureText } from './failure-text.ts'
import styles from './LoginPage.module.css'

interface SecondStepProps {
  /** How the user can prove the second factor. */
  methods: readonly SecondFactorMethod[]
  onDone(): void
  /** Goes back to the password. */
  onBack(): void
}

const rules = { code: { isRequired: true } }

/** The second step of the sign-in, after the password. */
export function SecondStep({ methods, onDone, onBack }: SecondStepProps) {
  const { values, field, submit } = useFormFields(rules)
  const code = useMutation({ mutationFn: () => enterCode(values.code), onSuccess: onDone })
  const passkey = useMutation({ mutationFn: () => signInWithPasskey(true), onSuccess: onDone })
  const error = code.error ?? passkey.error
  const isPending = code.isPending || passkey.isPending || code.isSuccess || passkey.isSuccess
  const hasPasskey = methods.includes('passkey') && canUsePasskeys()
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={submit(() => {
        passkey.reset()
        if (!isPending) code.mutate()
      })}
    >
      {error && !isPending && <FormError>{messageOf(error) ?? failureText('1')}</FormError>}
      {hasPasskey && (
        <Button
          size="lg"
          fullWidth
          leftSection={<IconFingerprint size={16} stroke={1.75} />}
          loading={passkey.isPending}
          onClick={() => {
            code.reset()
            passkey.mutate()
          }}
        >
          <Trans>Use a Passkey</Trans>
        </Button>
      )}
      <TextInput
        {...field('code')}
        size="lg"
        label={methods.includes('app') ? t`Code of your authenticator app` : t`Recovery code`}
        description={methods.includes('app') ? t`Or one of your recovery codes.` : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="one-time-code"
        maxLength={100}
        autoFocus
      />
      <Button
        type="submit"
        size="lg"
        fullWidth
        variant={hasPasskey ? 'default' : 'filled'}
        loading={code.isPending || code.isSuccess}
      >
        <Trans>Sign in</Trans>
      </Button>
      <Button variant="subtle" onClick={onBack}>
        <Trans>Back</Trans>
      </Button>
      <p className={styles.hint}>
        <Trans>No device and no recovery code? Ask an administrator to reset your second factor.</Trans>
      </p>
    </form>
  )
}
