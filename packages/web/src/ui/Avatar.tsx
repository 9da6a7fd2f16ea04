import { NO_PICTURE } from '@sightline/contract/users.ts'
import styles from './Avatar.module.css'

interface AvatarProps {
  /** Decides the hue, so that a person has the same color everywhere. */
  id: number
  name: string
  /** URL of the image; the placeholder URL or none shows the initials. */
  profile_image_url?: string
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
}

/**
 * The image of a person, or their initials on a color of their own. It is decoration: the initials come from the style sheet, so that
 * they are not part of the text of the page. The name is the title.
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

/** Our own URLs start at the root of the site. Without the slash they are relative to the <base> of the page, which may be below a path. */
const belowBase = (url: string) => url.replace(/^\/(?!\/)/, '')

/** Steps of the golden angle, so that adjacent ids get distant hues. */
const hueOf = (id: number) => Math.round((id * 137.508 + 20) % 360)

/** First letters of the first and last word, such as MO for `Mara Okafor`. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
