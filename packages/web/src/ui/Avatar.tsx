import { NO_PICTURE } from '@sightline/contract/users.ts'
import styles from './Avatar.module.css'

interface AvatarProps {
  /** Decides the hue: the same person has the same colour everywhere. */
  id: number
  name: string
  /** The address of a picture; the initials are drawn where there is none, or only the one that stands for none. */
  profile_image_url?: string
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
}

/**
 * The picture of a person, or their initials on a colour of their own. Decoration: the initials are drawn by the style sheet,
 * so that they are no text of the page; the name stands beside it or in its title.
 */
export function Avatar({ id, name, profile_image_url = NO_PICTURE, size = 'sm' }: AvatarProps) {
  if (profile_image_url !== NO_PICTURE && profile_image_url !== '')
    return <img className={styles.avatar} data-size={size} src={belowBase(profile_image_url)} alt="" title={name} />
  return (
    <span
      className={styles.avatar}
      data-size={size}
      data-initials={initialsOf(name)}
      style={{ '--hue': hueOf(id) }}
      title={name}
      aria-hidden
    />
  )
}

/** Addresses of our own are those of the site's root; the page knows below which path that lies. */
const belowBase = (address: string) => address.replace(/^\/(?!\/)/, '')

/** Neighbouring ids get hues far apart: steps of the golden angle. */
const hueOf = (id: number) => Math.round((id * 137.508 + 20) % 360)

/** First letters of the first and the last word: `Mara Okafor` is MO. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
