# Sets the environment of programs that run on this installation; for sourcing
# (". <prefix>/set_env.sh") from sh, bash or zsh. Again changes nothing.
#
# bash and zsh tell a sourced file its own path. Other shells do not, but keep
# the file open while they read it, so it is found among their open files; where
# there is no /proc, HOSTNN_HOME or else the working directory is the prefix.

hostnn_file=
hostnn_home=
if [ -n "${ZSH_VERSION:-}" ]; then
  eval 'hostnn_file=${(%):-%x}'
elif [ -n "${BASH_VERSION:-}" ]; then
  hostnn_file=${BASH_SOURCE:-}
else
  # $$ would be the parent's number in a subshell.
  hostnn_pid=$(exec sh -c 'echo "$PPID"')
  hostnn_newest=-1
  for hostnn_fd in "/proc/$hostnn_pid/fd"/*; do
    hostnn_path=$(readlink "$hostnn_fd" || :)
    if [ "${hostnn_path%/set_env.sh}" != "$hostnn_path" ] &&
        [ "${hostnn_fd##*/}" -gt "$hostnn_newest" ]; then
      hostnn_newest=${hostnn_fd##*/}
      hostnn_file=$hostnn_path
    fi
  done
  unset hostnn_pid hostnn_newest hostnn_fd hostnn_path
  if [ -z "$hostnn_file" ]; then
    hostnn_file=${HOSTNN_HOME:-$PWD}/set_env.sh
  fi
fi

hostnn_home=$(CDPATH= cd -- "$(dirname -- "$hostnn_file")" >/dev/null && pwd) || :
if [ ! -e "$hostnn_home/lib64/libhostnn.so" ]; then
  # The path may be a link to the file in the installation.
  hostnn_home=$(dirname -- "$(readlink -f -- "$hostnn_file")")
fi
if [ ! -e "$hostnn_home/lib64/libhostnn.so" ]; then
  echo "set_env.sh: no lib64/libhostnn.so beside $hostnn_file" >&2
  unset hostnn_file hostnn_home
  return 1
fi

ASCEND_HOME_PATH=$hostnn_home
ASCEND_OPP_PATH=$hostnn_home/opp
case ":${LD_LIBRARY_PATH:-}:" in
  *":$hostnn_home/lib64:"*) ;;
  *) LD_LIBRARY_PATH=$hostnn_home/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} ;;
esac
export ASCEND_HOME_PATH ASCEND_OPP_PATH LD_LIBRARY_PATH
unset hostnn_file hostnn_home
