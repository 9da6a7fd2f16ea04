import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconShieldOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { confirm } from '../../../app/confirm.tsx'
import { notify } from '../../../app/notify.ts'
import { storeAnswer } from '../../../app/store-answer.ts'
import { resetSecondFactor, secondFactorQuery } from '../../second-factor/api.ts'
import { failureText } from '../failure-text.ts'

/** For admins: removes the second factor of a user who has lost it. */
export function ResetSecondFactor({ userId, name }: { userId: number; name: string }) {
  const cache = useQueryClient()
  const { data } = useQuery(secondFactorQuery(userId))
  const reset = useMutation({
    mutationFn: () => resetSecondFactor(userId),
    onSuccess: async (factor) => {
      await storeAnswer(cache, secondFactorQuery(userId).queryKey, factor)
      notify.success(t`The second factor is removed.`)
    },
    onError: (error) => notify.error(t`Failed to reset the second factor`, failureText(error)),
  })
  if (data === undefined || (!data.has_app && data.passkeys.length === 0)) return null
  const askToReset = async () => {
    const isSure = await confirm({
      title: t`Reset Second Factor`,
      text: data.is_required
        ? t`${name} can then sign in with the password alone, and has to set up a new second factor. Make sure that it is really ${name} who asks.`
        : t`${name} can then sign in with the password alone. Make sure that it is really ${name} who asks.`,
      action: t`Reset`,
      isDestructive: true,
    })
    if (isSure) reset.mutate()
  }
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconShieldOff size={16} stroke={1.75} />}
        loading={reset.isPending}
        onClick={() => void askToReset()}
      >
        <Trans>Reset Second Factor</Trans>
      </Button>
    </div>
  )
}
