#!/bin/sh
# A plugin that writes down how it was called and answers with what is in the file of its name.
here=$(dirname "$0")
number=$(ls "$here/log" | wc -l)
{
  echo "$(basename "$0") $CNI_COMMAND"
  echo "CNI_CONTAINERID=$CNI_CONTAINERID"
  echo "CNI_NETNS=$CNI_NETNS"
  echo "CNI_ARGS=$CNI_ARGS"
  echo "CNI_IFNAME=$CNI_IFNAME"
  echo "CNI_PATH=$CNI_PATH"
  cat
} > "$here/log/$(printf %03d "$number")"
case $CNI_COMMAND in
  ADD) cat "$here/$(basename "$0").json" ;;
  VERSION) rm "$here/log/$(printf %03d "$number")"
    echo '{"cniVersion":"1.1.0","supportedVersions":["0.3.1","0.4.0","1.0.0","1.1.0"]}' ;;
esac
