import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { MIN_PASSWORD_CHARACTERS } from '@sightline/contract/users.ts'
import { IconDatabase } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { messageOf } from '../../api/error.ts'
import { pathTo } from '../../api/url.ts'
import { AuthPage } from '../../app/AuthPage.tsx'
import { usePageTitle } from '../../app/page-hooks.ts'
import { useFormFields } from '../../ui/form-fields.ts'
import { FormError } from '../../ui/Notice.tsx'
import { browserTimeZone, browserWeekStartName } from '../../ui/time-zone.tsx'
import { setUp, setupQuery } from './api.ts'
import styles from './SetupPage.module.css'

const route = getRouteApi('/setup')
const rules = {
  name: { isRequired: true },
  org_name: { isRequired: true },
  email: { isRequired: true, isEmail: true },
  password: { isRequired: true, minLength: MIN_PASSWORD_CHARACTERS },
}

/** The first run: creates the admin account and the organization. The URL printed at start contains the one-time token. */
export function SetupPage() {
  const { token = '' } = route.useSearch()
  const { values, field, submit } = useFormFields(rules)
  const status = useQuery(setupQuery)
  usePageTitle(t`Set up`)

  const attempt = useMutation({
    mutationFn: () => setUp({ ...values, email: values.email.trim(), token, ...ofBrowser() }),
    onSuccess: () => location.assign(pathTo('/')),
  })
  const isDone = status.data?.is_needed === false && !attempt.isSuccess

  return (
    <AuthPage
      title={t`Set up Sightline`}
      text={t`Create your admin account to get started.`}
      width={480}
      note={t`Everything stays on this server. You can connect your own data next.`}
    >
      {isDone && <SetupDone />}
      {!isDone && token === '' && (
        <p>
          <Trans>Open the URL that the server printed at startup. It contains the one-time setup token.</Trans>
        </p>
      )}
      {!isDone && token !== '' && (
        <form noValidate className={styles.form} onSubmit={submit(() => attempt.mutate())}>
          <h3>
            <Trans>Admin account</Trans>
          </h3>
          {attempt.error && <FormError>{messageOf(attempt.error) ?? t`Something went wrong.`}</FormError>}
          <div className={styles.pair}>
            <TextInput {...field('name')} size="lg" label={t`Name`} autoComplete="name" autoFocus />
            <TextInput {...field('org_name')} size="lg" label={t`Organization`} autoComplete="organization" />
          </div>
          <TextInput {...field('email')} size="lg" label={t`Email`} type="email" autoComplete="username" />
          <div>
            <PasswordInput
              {...field('password')}
              size="lg"
              label={t`Password`}
              autoComplete="new-password"
              aria-describedby="password-hint"
            />
            <StrengthMeter strength={passwordStrength(values.password)} />
            <p id="password-hint" className={styles.hint}>
              <Trans>At least {MIN_PASSWORD_CHARACTERS} characters. A passphrase works well.</Trans>
            </p>
          </div>
          {status.data?.sample_data === true && <SampleNote />}
          <Button type="submit" size="lg" fullWidth loading={attempt.isPending || attempt.isSuccess}>
            <Trans>Create account and open Sightline</Trans>
          </Button>
        </form>
      )}
    </AuthPage>
  )
}

/** The time zone and the first day of the week with which the organization begins. */
const ofBrowser = () => ({
  time_zone: browserTimeZone(),
  week_start: browserWeekStartName(),
})

function StrengthMeter({ strength }: { strength: number }) {
  return (
    <div className={styles.strength}>
      <meter className={styles.hidden} aria-label={t`Password strength`} min={0} max={4} value={strength} />
      {[1, 2, 3, 4].map((step) => (
        <i key={step} data-on={step <= strength} />
      ))}
    </div>
  )
}

function SampleNote() {
  return (
    <div className={styles.note}>
      <IconDatabase size={16} stroke={1.75} />
      <div>
        <div className={styles.lead}>
          <Trans>Includes sample data</Trans>
        </div>
        <div className={styles.hint}>
          <Trans>Three million flights, a few queries and a dashboard. You can remove them with one click.</Trans>
        </div>
      </div>
    </div>
  )
}

function SetupDone() {
  return (
    <div className={styles.form}>
      <p>
        <Trans>Sightline is already set up. Please sign in.</Trans>
      </p>
      <Button component="a" href={pathTo('/login')} size="lg" fullWidth>
        <Trans>Sign in</Trans>
      </Button>
    </div>
  )
}

/**
 * How hard a password is to guess, as a hint while it is typed: length counts more than a mixture of characters.
 * @returns 0 (nothing) to 4
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0
  const distinct = new Set(password.toLowerCase()).size
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length
  const points = Math.min(password.length, distinct * 2) + kinds * 2
  if (password.length < 6 || points < 10) return 1
  if (points < 15) return 2
  return points < 20 ? 3 : 4
}
