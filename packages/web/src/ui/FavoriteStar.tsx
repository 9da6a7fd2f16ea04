import { t } from '@lingui/core/macro'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'

interface FavoriteStarProps {
  /** Name of the item for screen readers. */
  name: string
  isFavorite: boolean
  onToggle(isFavorite: boolean): void
}

/** The star that marks an item as a favorite. */
export function FavoriteStar({ name, isFavorite, onToggle }: FavoriteStarProps) {
  const Icon = isFavorite ? IconStarFilled : IconStar
  return (
    <Tooltip label={isFavorite ? t`Remove from favorites` : t`Add to favorites`}>
      <ActionIcon
        size="sm"
        aria-label={t`Favorite ${name}`}
        aria-pressed={isFavorite}
        onClick={() => onToggle(!isFavorite)}
        style={{ color: isFavorite ? 'var(--sl-star)' : 'var(--sl-text-3)' }}
      >
        <Icon size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
