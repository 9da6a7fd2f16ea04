import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton } from '@mantine/core'
import { MAX_PICTURE_BYTES, pictureTypes } from '@sightline/contract/users.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/error.ts'
import { notify } from '../../app/notify.ts'
import { configQuery, sessionQuery, useSession } from '../../app/session.ts'
import { OrganizationLogo } from '../../app/shell/Logo.tsx'
import { removeLogo, uploadLogo } from './api.ts'
import styles from './LogoField.module.css'

/** Uploads and removes the logo of the organization, at once, and shows it on the backgrounds of both themes. */
export function LogoField() {
  const { logoUrl, orgName } = useSession().client_config
  const cache = useQueryClient()
  const change = useMutation({
    mutationFn: (file: File | null) => (file === null ? removeLogo() : uploadLogo(file)),
    onSuccess: async ({ logo_url }) => {
      await Promise.all([cache.invalidateQueries(sessionQuery), cache.invalidateQueries(configQuery)])
      notify.success(logo_url === null ? t`Logo removed.` : t`Logo saved.`)
    },
    onError: (error) => notify.error(messageOf(error) ?? t`Failed saving.`),
  })
  const choose = (file: File | null) => {
    if (file === null) return
    if (file.size > MAX_PICTURE_BYTES) notify.error(t`The picture must not be larger than 1 MB.`)
    else change.mutate(file)
  }
  return (
    <fieldset aria-describedby="logo-description" className={styles.field}>
      <legend className={styles.label}>
        <Trans>Logo</Trans>
      </legend>
      {logoUrl !== null && (
        <div className={styles.previews}>
          {(['light', 'dark'] as const).map((theme) => (
            <div key={theme} className={styles.preview} data-mantine-color-scheme={theme}>
              <OrganizationLogo url={logoUrl} name={t`Logo of ${orgName} in the ${theme} theme`} height={28} />
            </div>
          ))}
        </div>
      )}
      <div className={styles.buttons}>
        <FileButton accept={pictureTypes.join(',')} onChange={choose} inputProps={{ 'aria-label': t`Logo` }}>
          {(button) => (
            <Button {...button} variant="default" loading={change.isPending}>
              {logoUrl === null ? t`Upload Logo` : t`Replace Logo`}
            </Button>
          )}
        </FileButton>
        {logoUrl !== null && (
          <Button variant="subtle" disabled={change.isPending} onClick={() => change.mutate(null)}>
            <Trans>Remove Logo</Trans>
          </Button>
        )}
      </div>
      <p id="logo-description" className={styles.description}>
        <Trans>
          Replaces the Sightline mark in the header, before sign-in, on public dashboards and embeds, in emails and in exported
          dashboards. A PNG, JPEG or WebP of at most 1 MB. It changes at once, without saving.
        </Trans>
      </p>
    </fieldset>
  )
}
