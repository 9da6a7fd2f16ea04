import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/error.ts'
import { pathTo } from '../../api/url.ts'
import { AuthPage } from '../../app/AuthPage.tsx'
import { usePageTitle } from '../../app/page-hooks.ts'
import { configQuery } from '../../app/session.ts'
import { useFormFields } from '../../ui/form-fields.ts'
import { FormError } from '../../ui/Notice.tsx'
import { askForReset } from './api.ts'
import styles from './LoginPage.module.css'

const rules = { email: { isRequired: true, isEmail: true } }

/** The page that requests a password reset mail. */
export function ForgotPage() {
  const { values, field, submit } = useFormFields(rules)
  const config = useQuery(configQuery)
  usePageTitle(t`Forgot password`)

  const ask = useMutation({ mutationFn: () => askForReset(values.email.trim()) })
  const refusal = refusalIn(config.data)

  return (
    <AuthPage
      title={t`Forgot your password?`}
      width={400}
      {...(refusal === null
        ? { text: t`We'll email you a reset link.`, note: t`The link works once and expires after one hour.` }
        : {})}
    >
      {refusal !== null && <p className={styles.text}>{refusal}</p>}
      {refusal === null && ask.isSuccess && (
        <p className={styles.text} role="status">
          {ask.data}
        </p>
      )}
      {refusal === null && !ask.isSuccess && (
        <form noValidate className={styles.form} onSubmit={submit(() => ask.mutate())}>
          {ask.error && <FormError>{messageOf(ask.error) ?? t`Something went wrong.`}</FormError>}
          <TextInput {...field('email')} size="lg" label={t`Email`} type="email" autoComplete="username" autoFocus />
          <Button type="submit" size="lg" fullWidth loading={ask.isPending}>
            <Trans>Send Link</Trans>
          </Button>
        </form>
      )}
      <Button component="a" href={pathTo('/login')} variant="subtle" size="lg" fullWidth mt={12}>
        <Trans>Back to Sign In</Trans>
      </Button>
    </AuthPage>
  )
}

function refusalIn(config?: { passwordLoginEnabled: boolean; mailSettingsMissing: boolean }): string | null {
  if (config?.passwordLoginEnabled === false) return t`Password login is not enabled for your organization.`
  if (config?.mailSettingsMissing === true) {
    return t`Email is not configured. Ask an administrator for a reset link.`
  }
  return null
}
