const units = ["bytes", "KB", "MB", "GB", "TB"]

/** `812 KB`, `4.2 MB`: 1024 to the next unit, one decimal place below ten. */
export const sizeText = (bytes: number): string => {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const amount = bytes / 1024 ** power
  return `${power > 0 && amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${units[power]}`
}
