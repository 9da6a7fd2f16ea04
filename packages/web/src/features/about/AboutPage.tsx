import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { version } from '../../../package.json'
import { pathTo } from '../../api/url.ts'
import { usePageTitle } from '../../app/page-hooks.ts'
import { useSession } from '../../app/session.ts'
import { versionText } from '../../app/shell/ProfileMenu.tsx'
import { PageHead } from '../../ui/SidebarPage.tsx'
import styles from './AboutPage.module.css'

const TITLE = t`About Sightline`

/** The version, the license, and the licenses of what Sightline is made with. */
export function AboutPage() {
  const { client_config } = useSession()
  usePageTitle(TITLE)
  return (
    <div className={styles.page}>
      <PageHead title={<h1>{TITLE}</h1>} />
      <section className={styles.card} aria-label={TITLE}>
        <p className={styles.version}>{versionText(client_config.version ?? '', version)}</p>
        <p>
          <Trans>
            Sightline is free software under the <FileLink file="LICENSE.txt">Apache License 2.0</FileLink>: you may use it,
            change it and pass it on.
          </Trans>
        </p>
        <p>
          <Trans>
            It contains software of others, whose licenses are in the{' '}
            <FileLink file="THIRD-PARTY-NOTICES.txt">third-party notices</FileLink>.
          </Trans>
        </p>
      </section>
    </div>
  )
}

/** A link to a text file of the web app, in a new window. */
const FileLink = ({ file, children }: { file: string; children: ReactNode }) => (
  <Anchor inherit underline="always" href={pathTo(`/${file}`)} target="_blank" rel="noreferrer">
    {children}
  </Anchor>
)
