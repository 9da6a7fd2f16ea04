import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../api/error.ts'
import { notify } from '../../app/notify.ts'
import { useSession } from '../../app/session.tsx'
import { EditNote, NoteText } from '../../ui/edit-card/EditCard.tsx'
import { sendTestMail } from './api.ts'

/** A failed test is read, not glanced at: its toast stays 10 s. */
const FAILURE_MS = 10_000

/** Whether mail can be sent, and a button that tries it. */
export function MailNote() {
  const { user, client_config } = useSession()
  const fail = (text: string) => notify.error('The test mail was not sent.', text, { duration: FAILURE_MS })
  const test = useMutation({
    mutationFn: sendTestMail,
    onSuccess: ({ ok, message }) => {
      if (ok) notify.success('Test mail sent.', `Look for it at ${user.email}.`)
      else fail(message)
    },
    onError: (error) => fail(messageOf(error) ?? 'Something went wrong.'),
  })
  return (
    <EditNote title="Mail">
      <NoteText>
        {client_config.mailSettingsMissing
          ? 'The mail server is not configured: ask the operator to set SIGHTLINE_MAIL_URL and SIGHTLINE_MAIL_FROM.'
          : 'Invitations, alerts and reports go out through the mail server of this installation.'}
      </NoteText>
      <Button
        variant="default"
        size="sm"
        mt={12}
        leftSection={<IconSend size={14} stroke={1.75} />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        Send a Test Mail
      </Button>
    </EditNote>
  )
}
