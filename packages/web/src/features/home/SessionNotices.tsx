import { Anchor } from '@mantine/core'
import { IconAlertTriangle, IconMailExclamation } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { notify } from '../../app/notify.ts'
import { usePermission, useSession } from '../../app/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { resendVerification } from './api.ts'

/** What the server wants its users to know when they arrive. */
export function SessionNotices() {
  const { messages, user, client_config } = useSession()
  const isAdmin = usePermission('admin')
  return (
    <>
      {messages.includes('using-deprecated-embed-feature') && isAdmin && (
        <Notice icon={<IconAlertTriangle size={16} stroke={1.75} />}>
          This installation still allows text parameters in embedded visualizations. That setting is deprecated and will go.
        </Notice>
      )}
      {messages.includes('email-not-verified') && (
        <Notice icon={<IconMailExclamation size={16} stroke={1.75} />}>
          {client_config.mailSettingsMissing ? (
            <>
              Your email address <strong>{user.email}</strong> is not verified yet, and this server cannot send mail. Ask an
              admin to set up mail, then send the link.{' '}
            </>
          ) : (
            <>
              We have sent an email with a confirmation link to <strong>{user.email}</strong>. Please follow the link to verify
              it.{' '}
            </>
          )}
          <ResendLink />
        </Notice>
      )}
    </>
  )
}

function ResendLink() {
  const resend = useMutation({
    mutationFn: resendVerification,
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.failure(error, 'The email was not sent.'),
  })
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      underline="always"
      disabled={resend.isPending}
      onClick={() => resend.mutate()}
    >
      Resend email
    </Anchor>
  )
}
