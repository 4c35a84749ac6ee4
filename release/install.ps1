# Installs gympress for whoever runs this, without the rights of an administrator:
#
#   irm https://github.com/OWNER/gympress/releases/latest/download/install.ps1 | iex
#
# GYMPRESS_VERSION   the version, such as 0.1.0; without it the latest
# GYMPRESS_BIN       the folder to install into; without it Programs\gympress of the local application data
# GYMPRESS_RELEASES  where releases are; without it the repository that this file was released from
& {
  Set-StrictMode -Version Latest
  $ErrorActionPreference = 'Stop'
  $ProgressPreference = 'SilentlyContinue'
  [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

  $releases = if ($env:GYMPRESS_RELEASES) { $env:GYMPRESS_RELEASES } else { 'https://github.com/@REPOSITORY@/releases' }
  if ($releases.Contains('@')) {
    throw "gympress: this copy doesn't come from a release: say with GYMPRESS_RELEASES where releases are"
  }
  $folder = if ($env:GYMPRESS_BIN) { $env:GYMPRESS_BIN } else { Join-Path $env:LOCALAPPDATA 'Programs\gympress' }
  # Windows on ARM runs it as well.
  $name = 'gympress-x86_64-pc-windows-msvc'
  $from = if ($env:GYMPRESS_VERSION) { "$releases/download/v$($env:GYMPRESS_VERSION.TrimStart('v'))" } else { "$releases/latest/download" }

  $scratch = Join-Path ([IO.Path]::GetTempPath()) "gympress-$([Guid]::NewGuid())"
  New-Item -ItemType Directory -Path $scratch | Out-Null
  try {
    Invoke-WebRequest -UseBasicParsing -Uri "$from/$name.zip" -OutFile "$scratch\$name.zip"
    Invoke-WebRequest -UseBasicParsing -Uri "$from/SHA256SUMS" -OutFile "$scratch\SHA256SUMS"
    $line = Select-String -Path "$scratch\SHA256SUMS" -Pattern "^([0-9a-f]{64}) [ *]$([Regex]::Escape($name))\.zip$"
    if (-not $line) { throw "gympress: SHA256SUMS of the release doesn't list $name.zip" }
    $expected = $line.Matches[0].Groups[1].Value
    $found = (Get-FileHash -Algorithm SHA256 -Path "$scratch\$name.zip").Hash.ToLowerInvariant()
    if ($found -ne $expected) {
      throw "gympress: $name.zip has the checksum $found and should have $expected; nothing is installed"
    }
    Expand-Archive -Path "$scratch\$name.zip" -DestinationPath $scratch
    New-Item -ItemType Directory -Force -Path $folder | Out-Null
    # A program that runs can be renamed, not replaced; of earlier ones some may run, too.
    $program = Join-Path $folder 'gympress.exe'
    Remove-Item -Force -ErrorAction SilentlyContinue "$program*.old"
    if (Test-Path $program) { Move-Item $program "$program.$([Guid]::NewGuid()).old" }
    Copy-Item "$scratch\$name\gympress.exe" $program
    $installed = & $program --version
    if ($LASTEXITCODE -ne 0) { throw "gympress: $program doesn't run on this machine" }
    Write-Output "$installed in $folder"
    # .NET's own function for variables would write the path with all variables in it replaced.
    $variables = [Microsoft.Win32.Registry]::CurrentUser.OpenSubKey('Environment', $true)
    $path = $variables.GetValue('Path', '', 'DoNotExpandEnvironmentNames')
    if (-not $env:GYMPRESS_BIN -and -not (";$path;".Contains(";$folder;"))) {
      $variables.SetValue('Path', "$folder;$path".TrimEnd(';'), 'ExpandString')
      # Tells programs that variables have changed, which the registry doesn't.
      [Environment]::SetEnvironmentVariable('GYMPRESS_INSTALLED', $null, 'User')
      Write-Output 'Open a new window to call it by its name.'
    }
  }
  finally {
    Remove-Item -Recurse -Force -ErrorAction SilentlyContinue $scratch
  }
}
