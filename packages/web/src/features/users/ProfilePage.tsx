import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import { languages } from '@sightline/contract/languages.ts'
import { FROM_BROWSER } from '@sightline/contract/settings.ts'
import type { UserProfile } from '@sightline/contract/users.ts'
import { LANGUAGE_NAMES } from '@sightline/domain/languages.ts'
import { IconChevronRight, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, messageOf } from '../../api/error.ts'
import { MailWarning } from '../../app/MailWarning.tsx'
import { notify } from '../../app/notify.ts'
import { PageError } from '../../app/PageError.tsx'
import { usePageTitle } from '../../app/page-hooks.ts'
import { SettingsPage } from '../../app/SettingsPage.tsx'
import { usePermission, useSession } from '../../app/session.ts'
import { storeAnswer } from '../../app/store-answer.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import card from '../../ui/edit-card/edit-card.module.css'
import { useFormFields } from '../../ui/form-fields.ts'
import { PageHead } from '../../ui/SidebarPage.tsx'
import { timeZoneChoices, weekStartOptions } from '../../ui/time-zone.tsx'
import { ApiKeySection } from './ApiKeySection.tsx'
import { updateUser, userQuery } from './api.ts'
import { ApiKeysSection } from './api-keys/ApiKeysSection.tsx'
import { GroupChips, GroupSelect } from './GroupSelect.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { PictureActions } from './PictureActions.tsx'
import styles from './ProfilePage.module.css'
import { changesOf, hasOtherEmail, type Profile, profileOf } from './profile.ts'
import { SecondFactorSection } from './second-factor/SecondFactorSection.tsx'
import { useUserLifecycle } from './use-user-lifecycle.tsx'

const route = getRouteApi('/app/users/$userId')

/** The profile of the signed-in user. */
export function OwnProfilePage() {
  return <ProfilePage id={useSession().user.id} />
}

/** The profile of any user. */
export function UserProfilePage() {
  const { userId } = route.useParams()
  if (!/^\d{1,15}$/.test(userId)) return <PageError error={new ApiError(404, 'not_found', '', null)} />
  return <ProfilePage id={Number(userId)} />
}

function ProfilePage({ id }: { id: number }) {
  const { user: me } = useSession()
  const isAdmin = usePermission('admin')
  const user = useQuery(userQuery(id))
  usePageTitle(user.data?.name ?? t`Profile`)
  if (user.error) return <PageError error={user.error} onRetry={() => void user.refetch()} />
  const profile = user.data && profileOf(user.data)
  return (
    <SettingsPage>
      <PageHead
        title={
          <nav aria-label={t`Path`} className={card.path}>
            <Link to="/users" activeOptions={{ exact: true }}>
              <Trans>Users</Trans>
            </Link>
            <IconChevronRight size={14} stroke={1.75} aria-hidden />
            <span>{profile?.name}</span>
          </nav>
        }
      />
      <MailWarning feature={t`invite emails`} />
      {profile && (isAdmin || id === me.id) && <EditableProfile key={id} profile={profile} />}
      {profile && !isAdmin && id !== me.id && <ReadOnlyProfile profile={profile} />}
    </SettingsPage>
  )
}

/** The profile for viewers who may not edit it. */
function ReadOnlyProfile({ profile }: { profile: Profile }) {
  return (
    <div className={card.card}>
      <div className={card.fields}>
        <div className={styles.head}>
          <Avatar id={profile.id} name={profile.name} profile_image_url={profile.profileImageUrl} size="xl" />
          <ProfileNames profile={profile} />
        </div>
        <GroupChips profile={profile} />
      </div>
    </div>
  )
}

function ProfileNames({ profile }: { profile: Profile }) {
  return (
    <div className={styles.names}>
      <h1 className={card.name}>
        {profile.name}{' '}
        {profile.isDisabled && (
          <Badge data-tone="warn">
            <Trans>Disabled</Trans>
          </Badge>
        )}
        {profile.isServiceAccount && (
          <Badge>
            <Trans>Service account</Trans>
          </Badge>
        )}
        {profile.isInvitationPending && !profile.isDisabled && (
          <Badge>
            <Trans>Invitation pending</Trans>
          </Badge>
        )}
      </h1>
      <span className={styles.email}>
        {profile.isServiceAccount ? t`A user for a program. It cannot sign in and gets no mail.` : profile.email}
      </span>
    </div>
  )
}

function EditableProfile({ profile }: { profile: Profile }) {
  const { user: me } = useSession()
  const isAdmin = usePermission('admin')
  const isMe = profile.id === me.id
  return (
    <div className={styles.cards}>
      <div className={card.card}>
        <div className={card.fields}>
          <div className={styles.head}>
            <Avatar id={profile.id} name={profile.name} profile_image_url={profile.profileImageUrl} size="xl" />
            <ProfileNames profile={profile} />
            <PictureActions profile={profile} />
          </div>
          <InfoForm profile={profile} canEditGroups={isAdmin && !isMe && !profile.isDisabled} />
        </div>
      </div>
      {profile.apiKey !== null && !profile.isDisabled && <ApiKeySection id={profile.id} apiKey={profile.apiKey} />}
      <ApiKeysSection userId={profile.id} canCreate={isMe || (profile.isServiceAccount && !profile.isDisabled)} />
      {!profile.isDisabled && !profile.isServiceAccount && <PasswordSection profile={profile} isMe={isMe} />}
      {isMe && profile.hasPassword && <SecondFactorSection userId={profile.id} />}
      {isAdmin && !isMe && <AccessSection profile={profile} />}
    </div>
  )
}

function InfoForm({ profile, canEditGroups }: { profile: Profile; canEditGroups: boolean }) {
  const cache = useQueryClient()
  const { user: me } = useSession()
  const { values, field, submit } = useFormFields(rules, { name: profile.name, email: profile.email })
  const [groupIds, setGroupIds] = useState(profile.groupIds)
  const [timeZone, setTimeZone] = useState(profile.timeZone)
  const [weekStart, setWeekStart] = useState(profile.weekStart)
  const [language, setLanguage] = useState(profile.language)
  const [mailsMentions, setMailsMentions] = useState(profile.mailsMentions)
  const [password, setPassword] = useState('')
  const needsPassword = profile.id === me.id && profile.hasPassword && hasOtherEmail(profile, values)
  const save = useMutation({
    mutationFn: () =>
      updateUser(profile.id, {
        ...changesOf({ ...values, groupIds }, canEditGroups),
        ...(timeZone === profile.timeZone ? {} : { time_zone: timeZone }),
        ...(weekStart === profile.weekStart ? {} : { week_start: weekStart }),
        ...(language === profile.language ? {} : { language }),
        ...(mailsMentions === null || mailsMentions === profile.mailsMentions ? {} : { mails_mentions: mailsMentions }),
        ...(needsPassword ? { old_password: password } : {}),
      }),
    onSuccess: async (saved: UserProfile) => {
      await storeAnswer(cache, userQuery(saved.id).queryKey, saved)
      setGroupIds(saved.groups)
      setPassword('')
      void cache.invalidateQueries({ queryKey: ['users', 'lists'] })
      void cache.invalidateQueries({ queryKey: ['groups'] })
      // The texts of a page are in the language with which it was loaded.
      if (saved.id === me.id && (saved.language ?? null) !== profile.language) return location.reload()
      // Results with dynamic dates depend on the time zone and the first day of the week.
      if (saved.id === me.id) void cache.invalidateQueries()
      notify.success(t`Saved.`)
    },
    onError: (error) => notify.error(messageOf(error) ?? t`Failed saving.`),
  })
  return (
    <form noValidate className={styles.form} onSubmit={submit(() => !save.isPending && save.mutate())}>
      <TextInput {...field('name')} label={t`Name`} autoComplete="name" maxLength={255} />
      {!profile.isServiceAccount && (
        <TextInput {...field('email')} label={t`Email`} type="email" autoComplete="email" maxLength={255} />
      )}
      {needsPassword && (
        <PasswordInput
          label={t`Current password`}
          description={t`Required to change your email address. We notify the old address.`}
          autoComplete="current-password"
          maxLength={1024}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      {profile.apiKey !== null && (
        <Select
          label={t`Show times in`}
          description={t`The time zone of results, charts and lists.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={t`Time zone of the organization`}
          data={[{ value: FROM_BROWSER, label: t`The browser’s time zone` }, ...timeZoneChoices(timeZone)]}
          value={timeZone}
          onChange={setTimeZone}
          clearable
          clearButtonProps={{ 'aria-label': t`Use the time zone of the organization` }}
          searchable
          limit={100}
          nothingFoundMessage={t`No time zone has that name.`}
        />
      )}
      {profile.apiKey !== null && (
        <Select
          label={t`First day of the week`}
          description={t`In calendars, and for “This week” and “Last week”.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={t`Organization default`}
          data={[{ value: FROM_BROWSER, label: t`By the language of the browser` }, ...weekStartOptions()]}
          value={weekStart}
          onChange={setWeekStart}
          clearable
          clearButtonProps={{ 'aria-label': t`Use the first day of the organization` }}
        />
      )}
      {profile.apiKey !== null && (
        <Select
          label={t`Language`}
          description={t`The language of the pages.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={t`The browser’s language`}
          data={languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={language}
          onChange={setLanguage}
          clearable
          clearButtonProps={{ 'aria-label': t`Use the browser’s language` }}
        />
      )}
      {mailsMentions !== null && !profile.isServiceAccount && (
        <Switch
          label={t`Emails about mentions`}
          // Otherwise the description, which describes the switch, would be a part of its name too.
          aria-label={t`Emails about mentions`}
          description={
            profile.id === me.id
              ? t`When someone mentions you in a comment. Home lists mentions either way.`
              : t`When someone mentions this user in a comment. Home lists mentions either way.`
          }
          checked={mailsMentions}
          onChange={(event) => setMailsMentions(event.currentTarget.checked)}
        />
      )}
      {canEditGroups ? <GroupSelect value={groupIds} onChange={setGroupIds} /> : <GroupChips profile={profile} />}
      <div>
        <Button type="submit" loading={save.isPending}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}

const rules = { name: { isRequired: true }, email: { isRequired: true, isEmail: true } }

/** Enables, disables or deletes another user. For admins. */
function AccessSection({ profile }: { profile: Profile }) {
  const navigate = useNavigate()
  const { disable, enable, remove, askToRemove } = useUserLifecycle(() => void navigate({ to: '/users/pending' }))
  return (
    <section className={card.card} aria-label={t`Access`}>
      <div className={card.fields}>
        <div className={styles.row}>
          <p className={styles.hint}>
            {profile.isDisabled
              ? t`This user cannot sign in, and the API keys do not work.`
              : t`The API keys of disabled users do not work, and disabled users are signed out and cannot sign in. Their queries and dashboards remain.`}
          </p>
          {profile.isDisabled ? (
            <Button
              variant="default"
              leftSection={<IconUserCheck size={16} stroke={1.75} />}
              loading={enable.isPending}
              onClick={() => enable.mutate(profile)}
            >
              <Trans>Enable User</Trans>
            </Button>
          ) : (
            <Button
              variant="danger"
              leftSection={<IconUserOff size={16} stroke={1.75} />}
              loading={disable.isPending}
              onClick={() => disable.mutate(profile)}
            >
              <Trans>Disable User</Trans>
            </Button>
          )}
          {profile.isInvitationPending && !profile.isDisabled && (
            <Button
              variant="danger"
              leftSection={<IconTrash size={16} stroke={1.75} />}
              loading={remove.isPending}
              onClick={() => void askToRemove(profile)}
            >
              <Trans>Delete User</Trans>
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
