import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { MIN_PASSWORD_CHARACTERS } from '@sightline/contract/users.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../api/error.ts'
import { pathTo } from '../../api/url.ts'
import { AuthPage } from '../../app/AuthPage.tsx'
import { usePageTitle } from '../../app/page-hooks.ts'
import { useSiteName } from '../../app/site-name.ts'
import { useFormFields } from '../../ui/form-fields.ts'
import { FormError } from '../../ui/Notice.tsx'
import { linkQuery, setPassword } from './api.ts'
import styles from './LoginPage.module.css'

const rules = { password: { isRequired: true, minLength: MIN_PASSWORD_CHARACTERS } }

const texts = {
  invite: {
    title: (name: string) => t`Welcome to ${name}`,
    text: t`Choose a password to get started.`,
    submit: t`Set Password and Sign In`,
  },
  reset: {
    title: () => t`Choose a new password`,
    text: t`You will be signed out everywhere else.`,
    submit: t`Set Password and Sign In`,
  },
} as const

const inviteRoute = getRouteApi('/invite/$token')
const resetRoute = getRouteApi('/reset/$token')

/** The page of an invitation link. */
export function InvitePage() {
  return <NewPasswordPage kind="invite" token={inviteRoute.useParams().token} />
}

/** The page of a password reset link. */
export function ResetPage() {
  return <NewPasswordPage kind="reset" token={resetRoute.useParams().token} />
}

function NewPasswordPage({ kind, token }: { kind: keyof typeof texts; token: string }) {
  const { text, submit: send, ...page } = texts[kind]
  const title = page.title(useSiteName())
  const owner = useQuery(linkQuery(kind, token))
  const { values, field, submit } = useFormFields(rules)
  const [replacesKey, setReplacesKey] = useState(true)
  usePageTitle(title)

  const isReset = kind === 'reset'
  const attempt = useMutation({
    mutationFn: () =>
      setPassword(kind, token, { password: values.password, ...(isReset ? { keep_api_key: !replacesKey } : {}) }),
    onSuccess: (address) => location.assign(address),
  })

  return (
    <AuthPage title={title} width={400} {...(owner.error ? {} : { text, note: t`This link works once.` })}>
      {owner.error && (
        <div className={styles.form}>
          <FormError>{messageOf(owner.error) ?? t`Something went wrong.`}</FormError>
          <Button component="a" href={pathTo('/login')} size="lg" fullWidth>
            <Trans>Sign in</Trans>
          </Button>
        </div>
      )}
      {owner.data && (
        <form noValidate className={styles.form} onSubmit={submit(() => attempt.mutate())}>
          {attempt.error && <FormError>{messageOf(attempt.error) ?? t`Something went wrong.`}</FormError>}
          <TextInput value={owner.data.email} readOnly size="lg" label={t`Email`} type="email" autoComplete="username" />
          <div>
            <PasswordInput
              {...field('password')}
              size="lg"
              label={t`New password`}
              autoComplete="new-password"
              aria-describedby="password-hint"
              autoFocus
            />
            <p id="password-hint" className={styles.hint}>
              <Trans>At least {MIN_PASSWORD_CHARACTERS} characters. A passphrase works well.</Trans>
            </p>
          </div>
          {isReset && (
            <Checkbox
              label={t`Replace my API key`}
              description={t`Also revokes your keys with scopes. Scripts that use the old keys stop working. Leave this on if someone else may know your password.`}
              checked={replacesKey}
              onChange={(event) => setReplacesKey(event.currentTarget.checked)}
            />
          )}
          <Button type="submit" size="lg" fullWidth loading={attempt.isPending || attempt.isSuccess}>
            {send}
          </Button>
        </form>
      )}
    </AuthPage>
  )
}
