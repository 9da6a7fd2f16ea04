import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../api/error.ts'
import { FormError } from '../../ui/Notice.tsx'
import { signInWithPasskey } from '../second-factor/api.ts'
import { failureText } from './failure-text.ts'
import styles from './LoginPage.module.css'

/** Signs in with a passkey alone. */
export function PasskeyButton({ onDone }: { onDone(): void }) {
  const attempt = useMutation({ mutationFn: () => signInWithPasskey(false), onSuccess: onDone })
  return (
    <div className={styles.ways}>
      {attempt.error && !attempt.isPending && <FormError>{messageOf(attempt.error) ?? failureText('1')}</FormError>}
      <Button
        variant="default"
        size="lg"
        fullWidth
        leftSection={<IconFingerprint size={16} stroke={1.75} />}
        loading={attempt.isPending || attempt.isSuccess}
        onClick={() => attempt.mutate()}
      >
        <Trans>Sign in with a Passkey</Trans>
      </Button>
    </div>
  )
}
