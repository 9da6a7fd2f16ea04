import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { AppSetup } from '@sightline/contract/second-factor.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { AppSetupForm } from '../../../ui/second-factor/AppSetupForm.tsx'
import { beginApp, confirmApp } from '../../second-factor/api.ts'
import { failureText } from '../failure-text.ts'
import { PasswordDialog } from './PasswordDialog.tsx'

interface SetUpAppDialogProps {
  onClose(): void
  /** @param codes new recovery codes; empty if there were some */
  onDone(codes: string[]): void
}

/** Sets up an authenticator app: first the password, then the code of the app. */
export function SetUpAppDialog({ onClose, onDone }: SetUpAppDialogProps) {
  const [setup, setSetup] = useState<AppSetup | null>(null)
  const confirm = useMutation({
    mutationFn: (code: string) => confirmApp(setup?.setup ?? '', code),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  })
  if (setup === null)
    return (
      <PasswordDialog
        title={t`Set Up an Authenticator App`}
        text={t`When you sign in with your password, you will also enter a code of the app.`}
        action={t`Continue`}
        onSubmit={async (password) => setSetup(await beginApp(password))}
        onClose={onClose}
      />
    )
  return (
    <Dialog opened onClose={onClose} title={t`Set Up an Authenticator App`} size={420}>
      <AppSetupForm
        setup={setup}
        failure={confirm.error && failureText(confirm.error)}
        isPending={confirm.isPending}
        onCode={confirm.mutate}
      >
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </AppSetupForm>
    </Dialog>
  )
}
