// Runs before the first paint, so that a dark page never flashes white. The key is the one of theme.ts.
{
  const chosen = localStorage.getItem('sightline-color-scheme')
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
}
