import { Button } from '@mantine/core'
import type { SignInMethod } from '@sightline/contract/session.ts'
import { type Icon, IconAddressBook, IconBrandGoogleFilled, IconFingerprint, IconKey, IconNetwork } from '@tabler/icons-react'
import { withNext } from './api.ts'
import styles from './LoginPage.module.css'

const icons: Record<SignInMethod['name'], Icon> = {
  google: IconBrandGoogleFilled,
  oidc: IconFingerprint,
  saml: IconKey,
  ldap: IconAddressBook,
  remote_user: IconNetwork,
}

interface WaysInProps {
  ways: SignInMethod[]
  /** Where to go afterwards. */
  next: string | undefined
}

/** A button for each way to sign in besides email and password. */
export function WaysIn({ ways, next }: WaysInProps) {
  return (
    <div className={styles.ways}>
      {ways.map(({ name, title, path }) => {
        const WayIcon = icons[name]
        return (
          <Button
            key={name}
            component="a"
            href={withNext(`/${path}`, next)}
            variant="default"
            size="lg"
            fullWidth
            leftSection={<WayIcon size={16} stroke={1.75} />}
          >
            Continue with {title}
          </Button>
        )
      })}
    </div>
  )
}
