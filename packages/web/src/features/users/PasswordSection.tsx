import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconDevices, IconLock, IconMail } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '../../app/notify.ts'
import { usePermission, useSession } from '../../app/session.ts'
import card from '../../ui/edit-card/edit-card.module.css'
import { endOtherSessions, inviteUser, resetPassword } from './api.ts'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'
import { failureText } from './failure-text.ts'
import { LinkToCopy } from './LinkToCopy.tsx'
import styles from './ProfilePage.module.css'
import type { Profile } from './profile.ts'
import { ResetSecondFactor } from './second-factor/ResetSecondFactor.tsx'

/** For oneself: password and other sessions. For admins: a password reset or another invitation of the user. */
export function PasswordSection({ profile, isMe }: { profile: Profile; isMe: boolean }) {
  const isAdmin = usePermission('admin')
  return (
    <section className={card.card} aria-label={t`Password`}>
      <div className={card.fields}>
        <h2 className={styles.title}>{profile.isInvitationPending ? t`Invitation` : t`Password`}</h2>
        {isMe && <OwnPassword profile={profile} />}
        {isAdmin && !isMe && (profile.isInvitationPending ? <Invitation profile={profile} /> : <Reset profile={profile} />)}
        {isAdmin && !isMe && profile.hasPassword && <ResetSecondFactor userId={profile.id} name={profile.name} />}
      </div>
    </section>
  )
}

function OwnPassword({ profile }: { profile: Profile }) {
  const [isOpen, setIsOpen] = useState(false)
  const end = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => notify.success(t`Signed out everywhere else.`),
    onError: (error) => notify.failure(error),
  })
  return (
    <div className={styles.row}>
      {profile.hasPassword && (
        <Button variant="default" leftSection={<IconLock size={16} stroke={1.75} />} onClick={() => setIsOpen(true)}>
          <Trans>Change Password</Trans>
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconDevices size={16} stroke={1.75} />}
        loading={end.isPending}
        onClick={() => end.mutate()}
      >
        <Trans>Sign Out Everywhere Else</Trans>
      </Button>
      {isOpen && <ChangePasswordDialog userId={profile.id} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function Reset({ profile }: { profile: Profile }) {
  const { mailSettingsMissing } = useSession().client_config
  const reset = useMutation({
    mutationFn: () => resetPassword(profile.id),
    onSuccess: () => {
      if (!mailSettingsMissing) notify.success(t`Password reset email sent.`)
    },
    onError: (error) => notify.error(t`Failed to send password reset email`, failureText(error)),
  })
  return (
    <>
      {mailSettingsMissing && reset.data && <NotMailed name={profile.name} link={reset.data.reset_link} />}
      <div>
        <Button
          variant="default"
          leftSection={<IconMail size={16} stroke={1.75} />}
          loading={reset.isPending}
          onClick={() => reset.mutate()}
        >
          <Trans>Send Password Reset Email</Trans>
        </Button>
      </div>
    </>
  )
}

function Invitation({ profile }: { profile: Profile }) {
  const invite = useMutation({
    mutationFn: () => inviteUser(profile.id),
    onSuccess: ({ invite_link }) => {
      if (invite_link === undefined) notify.success(t`Invitation sent.`)
    },
    onError: (error) => notify.error(t`Failed to resend invitation`, failureText(error)),
  })
  const link = invite.data?.invite_link
  return (
    <>
      {link !== undefined && <NotMailed name={profile.name} link={link} />}
      <div>
        <Button
          variant="default"
          leftSection={<IconMail size={16} stroke={1.75} />}
          loading={invite.isPending}
          onClick={() => invite.mutate()}
        >
          <Trans>Resend Invitation</Trans>
        </Button>
      </div>
    </>
  )
}

const NotMailed = ({ name, link }: { name: string; link: string }) => (
  <LinkToCopy title={t`The mail server is not configured.`} text={t`Send this link to ${name}:`} link={link} />
)
