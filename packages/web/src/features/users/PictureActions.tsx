import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton } from '@mantine/core'
import { MAX_PICTURE_BYTES, NO_PICTURE, pictureTypes } from '@sightline/contract/users.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/error.ts'
import { notify } from '../../app/notify.ts'
import { sessionQuery } from '../../app/session.ts'
import { storeAnswer } from '../../app/store-answer.ts'
import { removePicture, uploadPicture, userQuery } from './api.ts'
import styles from './ProfilePage.module.css'
import type { Profile } from './profile.ts'

/** Buttons to upload and remove the picture of a user. */
export function PictureActions({ profile }: { profile: Profile }) {
  const cache = useQueryClient()
  const isUploaded = profile.profileImageUrl !== NO_PICTURE && profile.profileImageUrl.startsWith('/')
  const change = useMutation({
    mutationFn: (file: File | null) => (file === null ? removePicture(profile.id) : uploadPicture(profile.id, file)),
    onSuccess: async ({ profile_image_url }) => {
      await storeAnswer(cache, userQuery(profile.id).queryKey, (now) => now && { ...now, profile_image_url })
      void cache.invalidateQueries({ queryKey: ['users', 'lists'] })
      void cache.invalidateQueries(sessionQuery)
    },
    onError: (error) => notify.error(messageOf(error) ?? t`Failed saving.`),
  })
  const choose = (file: File | null) => {
    if (file === null) return
    if (file.size > MAX_PICTURE_BYTES) notify.error(t`The picture must not be larger than 1 MB.`)
    else change.mutate(file)
  }
  return (
    <div className={styles.pictureActions}>
      <FileButton accept={pictureTypes.join(',')} onChange={choose} inputProps={{ 'aria-label': t`Picture` }}>
        {(button) => (
          <Button {...button} variant="default" loading={change.isPending}>
            <Trans>Upload Picture</Trans>
          </Button>
        )}
      </FileButton>
      {isUploaded && (
        <Button variant="subtle" disabled={change.isPending} onClick={() => change.mutate(null)}>
          <Trans>Remove Picture</Trans>
        </Button>
      )}
    </div>
  )
}
